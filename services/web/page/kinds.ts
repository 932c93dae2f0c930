/** Kinds: the games on offer, as the server tells of them; the page knows none by name. */
import { signal } from "@preact/signals";
import { ask } from "./api.ts";
import type { Kind } from "./wire.ts";
import { said } from "./words.ts";

export const kinds = signal<ReadonlyMap<string, Kind>>(new Map());

export async function learnKinds(): Promise<void> {
  const told = await ask<Kind[]>("GET", "/v1/kinds");
  kinds.value = new Map(told.map((kind) => [kind.kind, kind]));
}

/** Returns what a kind is called. */
export function kindName(kind: string): string {
  const known = kinds.value.get(kind);
  return known ? said(known.name) : "";
}
