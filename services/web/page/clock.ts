/** Clock: the server's time, and spans of it as people say them. */
import { signal } from "@preact/signals";
import { clockAhead } from "./stream.ts";
import { language } from "./words.ts";

export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now() + clockAhead.value;
}, 1000);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a span in its two largest units, such as `2 d 4 h` or `3:05`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
  if (whole < DAY) return units([Math.floor(whole / HOUR), "hour"], [Math.floor((whole % HOUR) / MINUTE), "minute"]);
  return units([Math.floor(whole / DAY), "day"], [Math.floor((whole % DAY) / HOUR), "hour"]);
}

/** Returns a moment as date and time. */
export function moment(at: string): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}

/** Returns a moment's date alone. */
export function day(at: string): string {
  return new Date(at).toLocaleDateString(language.value, { dateStyle: "medium" });
}

function units(...parts: [number, string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => count.toLocaleString(language.value, { style: "unit", unit, unitDisplay: "short" }))
    .join(" ");
}
