/** Me: who plays in this browser; nobody until the first act that needs somebody. */
import { signal } from "@preact/signals";
import { ask, Refused, type Wish } from "./api.ts";
import type { Person } from "./wire.ts";

interface Welcome {
  player: Person;
}

/** undefined: not known yet; null: nobody. */
export const me = signal<Person | null | undefined>("known" in document.documentElement.dataset ? undefined : null);

let guest: Promise<Person> | null = null;

/** Finds out who this browser's cookie belongs to.  The server takes one away that belongs to nobody any more. */
export async function recall(): Promise<void> {
  if (me.value === null) return;
  try {
    me.value = (await ask<Welcome>("GET", "/v1/me")).player;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    me.value = null;
  }
}

/** Returns who acts; a guest is made where nobody was there yet. */
export async function someone(): Promise<Person> {
  if (me.value) return me.value;
  guest ??= ask<Welcome>("POST", "/v1/guests?cookie=1").then((welcome) => welcome.player);
  try {
    me.value = await guest;
    return me.value;
  } finally {
    guest = null;
  }
}

/** Asks as somebody, who is made a guest first where nobody was there yet. */
export async function act<T>(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown, wish?: Wish) {
  await someone();
  return ask<T>(method, path, body, wish);
}

/** Takes in who has signed in, or that nobody is there any more. */
export function become(person: Person | null): void {
  me.value = person;
}
