/** Player: somebody's page: how strong they are in each kind, and how that came about. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, Refused } from "../api.ts";
import { day } from "../clock.ts";
import { kindName } from "../kinds.ts";
import { nameOf } from "../shell/name.tsx";
import { Loading, Nowhere, Page } from "../shell/page.tsx";
import { said } from "../words.ts";
import { Plot } from "./plot.tsx";
import { type PlayerPage, Standing } from "./standing.tsx";
import { t } from "./words.ts";

export function Player({ name = "" }: Record<string, string>) {
  const page = useSignal<PlayerPage | null | undefined>(undefined);
  useEffect(() => {
    ask<PlayerPage>("GET", `/v1/players/${encodeURIComponent(name)}`).then(
      (told) => {
        page.value = told;
      },
      (error) => {
        if (!(error instanceof Refused)) throw error;
        page.value = null;
      },
    );
  }, [name]);
  if (page.value === undefined) return <Loading />;
  if (page.value === null) return <Nowhere />;
  const { player, kinds } = page.value;
  return (
    <Page title={nameOf(player)} class="player">
      {Object.keys(kinds).length === 0 && <p class="muted">{t("notPlayed")}</p>}
      {Object.entries(kinds).map(([kind, standing]) => (
        <section key={kind} class="card" aria-label={kindName(kind)}>
          <h2>
            <a href={`/games/${kind}`}>{kindName(kind)}</a>
          </h2>
          <Standing numbers={standing} />
          {!player.robot && <Plot history={standing.history} name={nameOf(player)} />}
          {standing.changes.length > 0 && (
            <details>
              <summary>{t("changes")}</summary>
              <ul class="changes">
                {standing.changes.map((change) => (
                  <li key={change.game}>
                    <a href={`/tables/${change.game}`}>{day(change.at)}</a> {said(change.text)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      ))}
    </Page>
  );
}
