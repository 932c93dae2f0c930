/** Words: what the page says, in the reader's language; each folder has its own, games bring theirs. */
import { remembered } from "./memory.ts";

export interface Text {
  de: string;
  en: string;
}
export type Language = keyof Text;

const liked = navigator.languages.find((one) => /^(de|en)\b/.test(one));
export const language = remembered<Language>("language", liked?.startsWith("de") ? "de" : "en");

export const said = (text: string | Text): string => (typeof text === "string" ? text : text[language.value]);

/** Returns what says these texts by name; `{name}` in them stands for a value. */
export function words<Key extends string>(texts: Record<Key, Text>) {
  return (key: Key, values: Record<string, string | number> = {}): string =>
    said(texts[key]).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
