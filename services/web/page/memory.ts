/** Memory: what this browser remembers of its reader's wishes. */
import { type Signal, signal } from "@preact/signals";

/** Returns a signal that lasts beyond the visit, where the browser lets it. */
export function remembered<T>(name: string, first: T): Signal<T> {
  const held = signal(first);
  try {
    const text = localStorage.getItem(name);
    if (text !== null) held.value = JSON.parse(text);
  } catch {} // No storage, or not ours: the wish lasts as long as the page.
  held.subscribe((value) => {
    try {
      if (value !== first || localStorage.getItem(name) !== null) localStorage.setItem(name, JSON.stringify(value));
    } catch {}
  });
  return held;
}
