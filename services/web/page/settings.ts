/** Settings: how the reader wants to see the page. */
import { computed, effect, signal } from "@preact/signals";
import { remembered } from "./memory.ts";
import { language } from "./words.ts";

export const theme = remembered<"auto" | "light" | "dark">("theme", "auto");
export const moving = remembered("moving", true); // Whether what happens on a board is animated.
export const blinking = remembered("blinking", true); // Whether what wants attention on a board blinks.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const reduced = signal(calm.matches);
calm.addEventListener("change", () => {
  reduced.value = calm.matches;
});
export const animated = computed(() => moving.value && !reduced.value);

export function applySettings(): void {
  effect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme.value;
    root.dataset.motion = animated.value ? "full" : "none";
    root.lang = language.value;
  });
}
