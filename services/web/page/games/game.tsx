/** Game: the page of a kind: what it is, how to come to play it, its rules, and who plays it how well. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../api.ts";
import { kinds } from "../kinds.ts";
import { OpenTables, RunningGames } from "../lobby/lists.tsx";
import { Opening, PlayButtons } from "../lobby/opening.tsx";
import { followTables } from "../lobby/tables.ts";
import { me } from "../me.ts";
import { Plot } from "../players/plot.tsx";
import { Ranking } from "../players/ranking.tsx";
import { type PlayerPage, Standing } from "../players/standing.tsx";
import { t as player } from "../players/words.ts";
import { Nowhere, Page } from "../shell/page.tsx";
import { KindPicture } from "../shell/picture.tsx";
import { said } from "../words.ts";
import { Rules } from "./rules.tsx";
import { t } from "./words.ts";

export function Game({ kind: name = "" }: Record<string, string>) {
  const kind = kinds.value.get(name);
  const opening = useSignal(false);
  useEffect(followTables, []);
  if (!kind) return <Nowhere />;
  return (
    <Page title={said(kind.name)} class="game">
      <div class="intro">
        <KindPicture kind={kind.kind} />
        <div>
          {kind.overview && <p>{said(kind.overview)}</p>}
          <PlayButtons
            kind={kind}
            open={() => {
              opening.value = true;
            }}
          />
          <p class="jump">
            <a href="#rules">{t("rules")}</a> <a href="#ranking">{player("ranking")}</a>
          </p>
        </div>
      </div>
      {opening.value && (
        <Opening
          kind={kind}
          done={() => {
            opening.value = false;
          }}
        />
      )}
      <div class="rooms">
        <Rules kind={kind} />
      </div>
      <aside class="rooms">
        <OpenTables kind={kind.kind} />
        <Own kind={kind.kind} />
        <section id="ranking" aria-label={player("ranking")}>
          <h2>{player("ranking")}</h2>
          <Ranking kind={kind.kind} />
        </section>
        <RunningGames kind={kind.kind} />
      </aside>
    </Page>
  );
}

/** How this reader stands, and the curve of their strength; nothing before their first game. */
function Own({ kind }: { kind: string }) {
  const page = useSignal<PlayerPage | null>(null);
  const name = me.value?.name;
  useEffect(() => {
    if (!name) return;
    const told = ask<PlayerPage>("GET", `/v1/players/${encodeURIComponent(name)}`);
    void told.then(
      (now) => {
        page.value = now;
      },
      () => {}, // It is only beside the point.
    );
  }, [name]);
  const standing = page.value?.kinds[kind];
  if (!standing || !name) return null;
  return (
    <section aria-label={player("own")}>
      <h2>{player("own")}</h2>
      <Standing numbers={standing} />
      <Plot history={standing.history} name={name} />
    </section>
  );
}
