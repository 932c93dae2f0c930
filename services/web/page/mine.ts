/** Mine: what concerns whoever plays in this browser: turns, invitations, rematches, games that ended. */
import { effect, signal, untracked } from "@preact/signals";
import { me } from "./me.ts";
import { follow } from "./stream.ts";
import type { Mine } from "./wire.ts";

const NOTHING: Mine = { invitations: [], turns: [], reminders: [], finished: [], rematches: [] };

export const mine = signal(NOTHING);

/** Follows it from now on, for whoever that is. */
export function startMine(): void {
  let stop: (() => void) | null = null;
  effect(() => {
    const somebody = Boolean(me.value);
    untracked(() => {
      stop?.();
      stop = somebody ? follow<Mine>("me", ({ data }) => (mine.value = data)) : null;
      if (!somebody) mine.value = NOTHING;
    });
  });
}
