/** Table: one game, from the opening of its table to the rematch. */
import { useEffect, useMemo } from "preact/hooks";
import { kindName } from "../kinds.ts";
import { Board } from "../scene/board.tsx";
import { Loading, Nowhere, Page } from "../shell/page.tsx";
import { openGame, seatOf } from "./game.ts";

export function Table({ game: id = "" }: { game?: string }) {
  const game = useMemo(() => openGame(id), [id]);
  useEffect(() => game.follow(), [game]);
  if (game.missing.value) return <Nowhere />;
  const { view, scene } = game;
  if (!view.value || !scene.value) return <Loading />;
  return (
    <Page title={kindName(view.value.kind)}>
      <Board
        scene={scene.value}
        hand={{ ...view.value, seat: seatOf(view.value), gathered: game.gathered.value, does: game.does }}
        busy={game.pending.value}
      />
    </Page>
  );
}
