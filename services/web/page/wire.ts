/** Wire: what the server sends, as far as the page looks at it. */
import type { Draft, ScenePatch } from "./scene/scene.ts";
import type { Text } from "./words.ts";

export interface Person {
  id: string;
  name: string;
  robot: boolean;
}

export interface Move {
  type: string;
  [field: string]: unknown;
}

export interface Sitting {
  seat: number;
  player: Person | null;
  left: "left" | "time" | null;
}

export interface Result {
  reason: string;
  places: number[][];
  scores: number[] | null;
  points: number[] | null;
}

export type Status = "open" | "running" | "finished" | "aborted";

/** What a list, the lobby and the game itself tell alike. */
export interface GameHead {
  id: string;
  kind: string;
  status: Status;
  size: number;
  options: Record<string, number | boolean | string>;
  limit_seconds: number | null;
  locked: boolean;
  strength_max: number | null;
  host: string | null;
  members: Person[];
  seats: Sitting[];
  opened_at: string | null;
  started_at: string | null;
  origin: "played" | "imported";
  rematch_of: string | null;
}

/** What changes with every move. */
export interface Position {
  version: number;
  state: unknown;
  to_move: number[];
  deadline: string | null;
  moves: Move[];
  drafts: Draft[];
  notation: string[] | null;
  result: Result | null;
}

export interface GameView extends GameHead, Position {
  ended_at: string | null;
  commitment: string | null;
  seed: string | null;
  head: string | null;
  rematch: { agreed: number[]; game: string | null } | null;
  series: { games: number; drawn: number; won: { player: Person; games: number }[] } | null;
}

export interface Event {
  version: number;
  at: string;
  type: string;
  seat: number | null;
  [field: string]: unknown;
}

/** One step of a game, as `/v1/stream` tells it with its picture. */
export interface Told extends Position {
  events: Event[];
  scene: ScenePatch;
}

export interface Reset extends GameView {
  scene: ScenePatch;
}

export interface Kind {
  kind: string;
  name: Text;
  overview: Text | null;
  rules: Text;
  credits: Text | null;
  seats: number[];
  options: Record<string, Record<string, unknown>>;
  limit: { counts: "move" | "start"; least: number; most: number; default: number };
  word: boolean;
  duel: boolean; // Whether a replay can show its boards abreast.
  robots: { level: string; strength: number; name: string }[];
  notation: string | null;
}

export interface Turn {
  game: string;
  kind: string;
  seat: number;
  deadline: string | null;
}

/** What the topic `me` tells. */
export interface Mine {
  invitations: { id: string; game: string; kind: string; inviter: Person; invited: Person; at: string }[];
  turns: Turn[];
  reminders: Turn[];
  finished: { game: string; kind: string; seat: number; status: Status; result: Result | null; at: string }[];
  rematches: { game: string; kind: string; seat: number; agreed: number[]; new: string | null }[];
}
