/** App: the frame around all pages, and which page an address leads to. */

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Account } from "./account/account.tsx";
import { Game } from "./games/game.tsx";
import { kinds } from "./kinds.ts";
import { Lobby } from "./lobby/lobby.tsx";
import { me } from "./me.ts";
import { Notices } from "./notices.tsx";
import { Player } from "./players/player.tsx";
import { Replay } from "./replay/replay.tsx";
import { match, path } from "./router.ts";
import { Header } from "./shell/header.tsx";
import { Loading, Nowhere } from "./shell/page.tsx";
import { t } from "./shell/words.ts";
import { connected } from "./stream.ts";
import { Table } from "./table/table.tsx";

/** Each page is given what its pattern names; `services/web/site.py` answers the same paths. */
const PAGES: Record<string, ComponentType<Record<string, string>>> = {
  "/": Lobby,
  "/account": Account,
  "/games/:kind": Game,
  "/players/:name": Player,
  "/tables/:game": Table as ComponentType<Record<string, string>>,
  "/replay/:game": Replay as ComponentType<Record<string, string>>,
};

const LOST_MS = 2_500; // A connection that is back by then was not worth a word.
const lost = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;
connected.subscribe((is) => {
  clearTimeout(timer);
  if (is) lost.value = false;
  else timer = setTimeout(() => (lost.value = true), LOST_MS);
});

export function App() {
  return (
    <>
      <Header />
      {me.value === undefined || kinds.value.size === 0 ? <Loading /> : <Shown />}
      <div class="edge">
        <div role="status">{lost.value && <p class="lost">{t("lost")}</p>}</div>
        <Notices />
      </div>
    </>
  );
}

function Shown() {
  for (const [pattern, Shown] of Object.entries(PAGES)) {
    const found = match(pattern, path.value);
    if (found) return <Shown key={path.value} {...found} />;
  }
  return <Nowhere />;
}
