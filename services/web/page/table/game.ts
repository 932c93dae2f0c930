/** Game: one game as this reader sees it, kept up to date by the stream, and what they do in it. */
import { type Signal, signal } from "@preact/signals";
import { ask, Refused } from "../api.ts";
import { act, me } from "../me.ts";
import { attempt, tell } from "../notices.tsx";
import { begun, complete, type Gathered, gather, moveOf } from "../scene/draft.ts";
import { same } from "../scene/same.ts";
import { type Act, apply, BLANK, type Draft, type Scene } from "../scene/scene.ts";
import { follow, type News } from "../stream.ts";
import type { GameView, Reset, Told } from "../wire.ts";
import { t } from "./words.ts";

const LATE = ["stale", "overtaken", "not_your_turn"];

export interface Game {
  readonly id: string;
  readonly view: Signal<GameView | null>;
  readonly scene: Signal<Scene | null>;
  readonly gathered: Signal<Record<string, Gathered>>;
  readonly pending: Signal<boolean>; // Whether a move is on its way.
  readonly missing: Signal<boolean>; // Whether there is no such game.
  /** Keeps it up to date until what is returned is called. */
  follow(): () => void;
  /** Does what a region does. */
  does(act: Act): void;
  /** Looks for what no step tells: who sits where, who is host, whether there is a next round. */
  refresh(): Promise<void>;
}

/** Returns a game that is not known yet; `follow` finds it. */
export function openGame(id: string): Game {
  const path = `/v1/games/${encodeURIComponent(id)}`;
  const view = signal<GameView | null>(null);
  const scene = signal<Scene | null>(null);
  const gathered = signal<Record<string, Gathered>>({});
  const [pending, missing] = [signal(false), signal(false)];
  let tag: string | null = null; // What was seen, for If-Match.

  async function refresh(): Promise<void> {
    try {
      const told = await ask<GameView>("GET", path);
      if (!view.value || told.version >= view.value.version) take(told);
    } catch (error) {
      missing.value ||= error instanceof Refused && error.problem.status === 404;
    }
  }

  function take(next: GameView): void {
    const old = view.value?.drafts ?? [];
    const kept = next.drafts.filter((draft) => old.some((one) => same(one, draft)));
    gathered.value = Object.fromEntries(
      next.drafts.map((draft) => [draft.move, (kept.includes(draft) && gathered.value[draft.move]) || begun(draft)]),
    );
    view.value = next;
  }

  function hear({ event, data, position }: News<Told & Reset>): void {
    if (event === "end") return; // What led there was told.
    const { scene: patch, events, ...told } = data;
    tag = position;
    scene.value = apply(event === "reset" || !scene.value ? BLANK : scene.value, patch);
    if (event === "reset") take(told);
    else if (view.value) take({ ...view.value, ...told });
    pending.value = false;
    if (event === "game" && (!view.value || events.some((one) => one.type.startsWith("match.")))) void refresh();
  }

  function draftOf(act: Act): Draft | undefined {
    return view.value?.drafts.find((draft) => "draft" in act && draft.move === act.draft);
  }

  function does(done: Act): void {
    if (pending.value) return;
    if (done.type === "play") void make(done.move);
    const draft = draftOf(done);
    const held = draft && (gathered.value[draft.move] ?? begun(draft));
    if (!draft || !held) return;
    if (done.type === "confirm") {
      if (complete(draft, held)) void make(moveOf(draft, held));
    } else gathered.value = { ...gathered.value, [draft.move]: gather(draft, held, done) };
  }

  /** Makes a move on the position that is shown: on any other it is refused, and the board shows why. */
  async function make(move: { type: string }): Promise<void> {
    if (tag === null) return;
    pending.value = true;
    const seen = tag;
    const done = await attempt(() => act<Told>("POST", `${path}/moves`, move, { ifMatch: seen }).catch(toldGently));
    if (!done) pending.value = false; // Otherwise the stream brings what came of it.
  }

  function start(): () => void {
    const stop = follow<Told & Reset>(`game:${id}`, hear);
    void refresh().then(() => missing.value && stop()); // One topic that is none would keep all from being told.
    return stop;
  }

  return { id, view, scene, gathered, pending, missing, follow: start, does, refresh };
}

/** Says in the page's own words that a move came too late, which is nobody's fault. */
function toldGently(error: unknown): undefined {
  const late = error instanceof Refused && LATE.includes(error.problem.code);
  if (!late) throw error;
  tell(t("movedOn"));
}

/** Returns the seat that this reader plays, null where they only look on. */
export function seatOf(view: GameView): number | null {
  const mine = view.seats.find((one) => one.player && one.player.id === me.value?.id && one.left === null);
  return mine?.seat ?? null;
}
