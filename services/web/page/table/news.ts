/** News: how a game stands, in a sentence. */
import { kinds } from "../kinds.ts";
import { nameOf } from "../shell/name.tsx";
import type { GameView } from "../wire.ts";
import { language } from "../words.ts";
import { t } from "./words.ts";

/** Returns it as somebody in a seat should hear it, or an onlooker. */
export function news(view: GameView, seat: number | null): string {
  if (view.status === "open") return waiting(view);
  if (view.status === "running") return turns(view, seat);
  return ending(view, seat);
}

/** Returns whether enough sit at a table for it to begin. */
export function enough(view: GameView): boolean {
  return kinds.value.get(view.kind)?.seats.includes(view.members.length) ?? false;
}

/** Returns the names of seats, as people list them. */
export function named(view: GameView, seats: number[]): string {
  const names = seats.map((seat) => nameOf(view.seats[seat]?.player ?? null));
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);
}

function waiting(view: GameView): string {
  return t(enough(view) ? "ready" : "waiting", { there: view.members.length, size: view.size });
}

function turns(view: GameView, seat: number | null): string {
  if (seat !== null && view.to_move.includes(seat)) return t("yourTurn");
  return t(view.to_move.length > 1 ? "theirTurns" : "theirTurn", { names: named(view, view.to_move) });
}

function ending(view: GameView, seat: number | null): string {
  const places = view.result?.places ?? [];
  const first = places[0] ?? [];
  if (first.length === 0) return t(view.result?.reason === "closed" ? "closed" : "aborted");
  if (first.length === view.seats.length) return t("drawn");
  if (first.length > 1) return t("shared", { names: named(view, first) });
  if (first[0] === seat) return t("youWon");
  return t("won", { names: named(view, first) });
}
