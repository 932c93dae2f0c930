/** Tables: the open tables and running games there are, live, and how one gets to sit at one. */
import { computed, signal } from "@preact/signals";
import { ask } from "../api.ts";
import { act, me } from "../me.ts";
import { mine } from "../mine.ts";
import { attempt, tell } from "../notices.tsx";
import { go } from "../router.ts";
import { word } from "../shell/word.tsx";
import { follow } from "../stream.ts";
import type { GameHead, GameView } from "../wire.ts";
import { t } from "./words.ts";

interface Change {
  whole: boolean;
  items: GameHead[];
  gone: string[];
}

const games = signal<ReadonlyMap<string, GameHead>>(new Map());

export const openTables = computed(() => newest("open", (game) => game.opened_at));
export const runningGames = computed(() => newest("running", (game) => game.started_at));

/** Keeps the tables up to date until what is returned is called. */
export function followTables(): () => void {
  return follow<Change>("lobby", ({ data }) => {
    const now = new Map(data.whole ? [] : games.value);
    for (const id of data.gone) now.delete(id);
    for (const game of data.items) now.set(game.id, game);
    games.value = now;
  });
}

export function isMine(game: GameHead): boolean {
  return game.members.some((member) => member.id === me.value?.id);
}

/** Returns the games that this reader plays just now, those of long ago too. */
export async function myGames(): Promise<GameHead[]> {
  const told = await attempt(() => ask<{ items: GameHead[] }>("GET", "/v1/games?mine=1&status=running"));
  return told?.items ?? [];
}

/** Sits down at a table, by the word from the password field or by invitation; one's own is only visited. */
export async function sitDown(game: GameHead): Promise<void> {
  const invited = mine.value.invitations.some((one) => one.game === game.id);
  if (game.locked && !word.value && !invited && !isMine(game)) return askForWord();
  const body = game.locked && word.value ? { word: word.value } : {};
  if (isMine(game) || (await attempt(() => act("POST", `/v1/games/${game.id}/members`, body)))) {
    go(`/tables/${game.id}`);
  }
}

/** Sits down wherever somebody waits, or opens a table to wait at. */
export async function playQuickly(kind: string): Promise<void> {
  const game = await attempt(() => act<GameView>("POST", "/v1/quick", { kind }));
  if (game) go(`/tables/${game.id}`);
}

function askForWord(): void {
  tell(t("needsWord"));
  document.querySelector<HTMLInputElement>(".word input")?.focus();
}

function newest(status: string, at: (game: GameHead) => string | null): GameHead[] {
  const found = [...games.value.values()].filter((game) => game.status === status);
  return found.sort((one, two) => (at(two) ?? "").localeCompare(at(one) ?? ""));
}
