/** Lobby: what there is to play, the tables that wait for somebody, the games that run, and talk. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Chat } from "../chat/chat.tsx";
import { t as chat } from "../chat/words.ts";
import { kinds } from "../kinds.ts";
import { Page } from "../shell/page.tsx";
import { KindPicture } from "../shell/picture.tsx";
import type { Kind } from "../wire.ts";
import { said } from "../words.ts";
import { ForYou } from "./foryou.tsx";
import { House } from "./house.tsx";
import { OpenTables, OwnGames, RunningGames } from "./lists.tsx";
import { Opening, PlayButtons } from "./opening.tsx";
import { followTables } from "./tables.ts";
import { t } from "./words.ts";

export function Lobby() {
  const opening = useSignal<Kind | null>(null);
  useEffect(followTables, []);
  return (
    <Page title="Zugfolge" heading={<span class="unseen">{t("lobby")}</span>} class="lobby">
      <ForYou />
      <section class="games" aria-label={t("games")}>
        <ul class="kinds">
          {[...kinds.value.values()].map((kind) => (
            <li key={kind.kind} class="card">
              <KindPicture kind={kind.kind} />
              <h2>{said(kind.name)}</h2>
              {kind.overview && <p class="muted">{said(kind.overview)}</p>}
              <a class="more" href={`/games/${kind.kind}`} aria-label={t("aboutOf", { name: said(kind.name) })}>
                {t("about")}
              </a>
              <PlayButtons
                kind={kind}
                open={() => {
                  opening.value = kind;
                }}
              />
            </li>
          ))}
        </ul>
      </section>
      <div class="rooms">
        {opening.value && (
          <Opening
            key={opening.value.kind}
            kind={opening.value}
            done={() => {
              opening.value = null;
            }}
          />
        )}
        <OpenTables />
        <OwnGames />
        <RunningGames />
        <House />
      </div>
      <aside class="card">
        <h2>{chat("lobbyChat")}</h2>
        <Chat topic="chat:lobby" path="/v1/lobby/chat" label={chat("lobbyChat")} />
      </aside>
    </Page>
  );
}
