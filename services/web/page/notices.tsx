/** Notices: a sentence at the edge of the page, for a while; refusals are told in the server's own words. */
import { signal } from "@preact/signals";
import { Refused, Unreachable } from "./api.ts";
import { words } from "./words.ts";

const t = words({
  unreachable: {
    de: "Der Server antwortet gerade nicht. Versuch es gleich noch einmal.",
    en: "The server does not answer just now. Try again in a moment.",
  },
  close: { de: "Schließen", en: "Close" },
});

interface Notice {
  number: number;
  text: string;
}

const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;

const notices = signal<Notice[]>([]);
let count = 0;

export function tell(text: string): void {
  const number = ++count;
  notices.value = [...notices.value.filter((one) => one.text !== text), { number, text }].slice(-SHOWN_MAX);
  setTimeout(() => drop(number), SHOWN_MS);
}

/** Does something that may be refused, and says so if it is; returns what came of it, undefined if nothing. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) tell(error.problem.detail);
    else if (error instanceof Unreachable) tell(t("unreachable"));
    else throw error;
    return undefined;
  }
}

export function Notices() {
  return (
    <div role="status">
      {notices.value.map(({ number, text }) => (
        <p key={number}>
          {text}
          <button type="button" class="quiet" aria-label={t("close")} onClick={() => drop(number)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}

function drop(number: number): void {
  notices.value = notices.value.filter((one) => one.number !== number);
}
