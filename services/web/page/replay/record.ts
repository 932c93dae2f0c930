/** Record: a game from its opening on, loaded once, position by position; of one that runs, what this reader may see. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { apply, BLANK, type Scene } from "../scene/scene.ts";
import type { Event, Reset, Told } from "../wire.ts";

export interface Position {
  version: number;
  at: string | null;
  scene: Scene;
}

export interface Record {
  readonly positions: ReadonlySignal<readonly Position[]>; // Grows while it loads, and with a game that runs.
  readonly luck: ReadonlySignal<readonly string[] | null>; // The words, in the order of joining; null before the start.
  readonly whole: ReadonlySignal<boolean>; // Whether nothing more is to come.
  close(): void;
}

const AGAIN_MS = 1_000; // Before what the server refused is asked for again; twice as long each further time ...
const AGAIN_MS_MAX = 30_000; // ... up to this.

/** Loads a game: an ended one as its log has it, or its boards `abreast`; one that runs as its reader sees it. */
export function load(game: string, { ended = false, abreast = false }): Record {
  const path = `/v1/games/${encodeURIComponent(game)}`;
  const asked = ended ? `replay?gap_max=0&scene=1${abreast ? "&abreast=1" : ""}&from=` : "feed?scene=1&after=";
  const positions = signal<readonly Position[]>([]);
  const luck = signal<readonly string[] | null>(null);
  const whole = signal(false);
  let taken: Position[] = [];
  let due = false;
  let failures = 0;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Goes on after what has come already.  A browser comes back by itself only where it was answered with a stream. */
  function open(): void {
    source = new EventSource(`${path}/${asked}${taken.at(-1)?.version ?? 0}`);
    source.onopen = () => {
      failures = 0;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, Math.min(AGAIN_MS * 2 ** failures++, AGAIN_MS_MAX));
    };
    source.addEventListener("game", (message) => {
      const told: Told = JSON.parse(message.data);
      take(told.version, told.events, apply(taken.at(-1)?.scene ?? BLANK, told.scene));
    });
    source.addEventListener("reset", (message) => {
      const told: Reset = JSON.parse(message.data);
      taken = [];
      take(told.version, [], apply(BLANK, told.scene));
    });
    source.addEventListener("end", () => {
      source.close();
      whole.value = true;
    });
  }

  function take(version: number, events: Event[], scene: Scene): void {
    const started = events.find((event) => event.type === "match.started");
    if (started) luck.value = started.luck as string[];
    taken.push({ version, at: events.at(-1)?.at ?? null, scene });
    show();
  }

  /** Shows what has come once a frame: a long game comes in a thousand messages. */
  function show(): void {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      positions.value = [...taken];
    });
  }

  function close(): void {
    clearTimeout(timer);
    source.close();
  }

  open();
  return { positions, luck, whole, close };
}
