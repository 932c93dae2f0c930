/** Room: what is said in one place as this reader hears it, and what they say there. */
import { type Signal, signal } from "@preact/signals";
import { act } from "../me.ts";
import { attempt } from "../notices.tsx";
import { follow, type News } from "../stream.ts";
import type { Person } from "../wire.ts";

/** A line; one without an author is a command's answer, for its sender alone. */
export interface Line {
  id: string;
  author: Person | null;
  text: string;
  at: string;
  commands?: Command[];
}

/** Something that can be typed, and what it does. */
interface Command {
  typed: string;
  does: string;
}

export interface Room {
  readonly lines: Signal<Line[]>;
  readonly open: Signal<boolean>; // Whether the reader may hear it.
  follow(): () => void;
  /** Says something, or carries out a command; returns whether that was done. */
  say(text: string): Promise<boolean>;
}

interface Heard {
  line?: Line;
  lines?: Line[] | string[];
}

interface Said {
  line?: Line | null;
  reply?: { command: string; text: string; ignored: Person[]; commands: Command[] };
}

const LINES_MAX = 500; // Older ones are forgotten here.

let replies = 0;

/** Returns a room by the name of its topic, such as `chat:lobby`, and the path to say something there. */
export function openRoom(topic: string, path: string): Room {
  const lines = signal<Line[]>([]);
  const open = signal(true);

  function add(line: Line): void {
    if (!lines.value.some((one) => one.id === line.id)) lines.value = [...lines.value, line].slice(-LINES_MAX);
  }

  function hear({ event, data }: News<Heard>): void {
    open.value = event !== "closed";
    if (event === "chat") lines.value = data.lines as Line[];
    if (event === "line" && data.line) add(data.line);
    const gone = event === "removed" ? (data.lines as string[]) : [];
    if (gone.length > 0) lines.value = lines.value.filter((line) => !gone.includes(line.id));
  }

  async function say(text: string): Promise<boolean> {
    const said = await attempt(() => act<Said>("POST", path, { text }));
    if (!said) return false;
    if (said.line) add(said.line);
    if (said.reply) {
      const { command, ignored, commands } = said.reply;
      const hidden = new Set(command === "ignore" ? ignored.map((one) => one.id) : []);
      lines.value = lines.value.filter((line) => !line.author || !hidden.has(line.author.id));
      add({ id: `reply-${++replies}`, author: null, text: said.reply.text, at: new Date().toISOString(), commands });
    }
    return true;
  }

  return { lines, open, follow: () => follow<Heard>(topic, hear), say };
}
