/** Draft: a compound move while a hand gathers it.  Pure. */
import type { Act, Draft, Field, Item } from "./scene.ts";

type Groups = Extract<Field, { type: "groups" }>;
type Part = Exclude<Act, { type: "play" | "confirm" }>;

/** What was gathered of each field, by its name: a value, a set, or groups, the empty ones included.
 *  The last group, one more than there may be, is what was taken in hand. */
export type Gathered = Readonly<Record<string, Item | Item[] | Item[][] | undefined>>;

/** Returns a draft before anybody chose. */
export function begun(draft: Draft): Gathered {
  return Object.fromEntries(draft.fields.map((field) => [field.name, first(field)]));
}

/** Returns what was gathered after an act, the same if it does nothing. */
export function gather(draft: Draft, gathered: Gathered, act: Act): Gathered {
  const field = fieldOf(draft, act);
  if (!field || act.type === "play" || act.type === "confirm") return gathered;
  const held = gathered[field.name];
  if (act.type === "cycle") {
    const picks = Object.entries(act.picks ?? {});
    const anew = picks.some(([name, value]) => gathered[name] !== undefined && gathered[name] !== value);
    const kept = picks.some(([name]) => gathered[name] === undefined) && act.values.includes(held as Item);
    const next = kept ? held : act.values[anew ? 0 : (act.values.indexOf(held as Item) + 1) % act.values.length];
    return { ...gathered, ...act.picks, [field.name]: next };
  }
  return { ...gathered, [field.name]: after(field, held, act) };
}

/** Returns whether the move can be made as it was gathered. */
export function complete(draft: Draft, gathered: Gathered): boolean {
  return draft.fields.every((field) => {
    const held = gathered[field.name];
    if (field.type === "one") return held !== undefined;
    if (field.type === "set") return within((held as Item[]).length, field.least ?? 0, field.most);
    const groups = made(field, held as Item[][]);
    const fits = groups.every((group) => within(group.length, field.size_least ?? 1, field.size_most));
    return fits && within(groups.length, field.least ?? 0, field.most);
  });
}

/** Returns the move that was gathered. */
export function moveOf(draft: Draft, gathered: Gathered): { type: string } {
  const fields = draft.fields.map((field) => {
    const held = gathered[field.name];
    return [field.name, field.type === "groups" ? made(field, held as Item[][]) : held];
  });
  return { type: draft.move, ...draft.fixed, ...Object.fromEntries(fields) };
}

/** What to show of an act: whether its part is gathered, whether it is in hand, what to write, and which face. */
export interface Shown {
  chosen: boolean;
  count?: string; // The number of its group, what it sums up to, or its value: whatever `counts` says.
  counts?: "group" | "sum" | "value";
  face?: string;
}

export function shown(draft: Draft, gathered: Gathered, act: Act): Shown | null {
  const field = fieldOf(draft, act);
  if (!field || act.type === "play" || act.type === "confirm") return null;
  const held = gathered[field.name];
  if (act.type === "toggle") return { chosen: (held as Item[]).includes(act.item), face: "" };
  if (act.type === "pick") return { chosen: held === act.value, face: String(act.value) };
  if (act.type === "cycle") {
    const mine = Object.entries(act.picks ?? {}).every(([name, value]) => gathered[name] === value);
    const first = field.type === "one" && !act.picks ? field.first : undefined;
    const chosen = mine && held !== undefined && held !== first;
    const value = String(held);
    return held === undefined || !mine ? { chosen } : { chosen, count: value, counts: "value", face: value };
  }
  if (field.type !== "groups") return null;
  const groups = held as Item[][];
  if (act.type === "put" && act.item === undefined) {
    const group = groups[act.group ?? 0] ?? [];
    return group.length > 0 ? { chosen: true, count: String(sum(field, group)), counts: "sum" } : { chosen: false };
  }
  const group = groups.findIndex((one) => one.includes(act.item as Item));
  const grouped = 0 <= group && group < field.most;
  return grouped ? { chosen: true, count: String(group + 1), counts: "group" } : { chosen: group >= 0 };
}

/** Returns whether an act is a part of this draft that can be gathered just now. */
export function offers(draft: Draft, gathered: Gathered, act: Act): boolean {
  const field = fieldOf(draft, act);
  if (!field || act.type === "play" || act.type === "confirm") return false;
  if (act.type === "toggle") return field.type === "set" && field.items.includes(act.item);
  if (act.type === "pick") return field.type === "one" && field.values.includes(act.value);
  if (act.type === "cycle") return field.type === "one" && act.values.some((value) => field.values.includes(value));
  if (field.type !== "groups") return false;
  if (act.type === "take" || act.item !== undefined) return field.items.includes(act.item as Item);
  const groups = (gathered[field.name] ?? []) as Item[][];
  const taken = groups[field.most]?.length ?? 0;
  return taken > 0 && within((groups[act.group ?? 0]?.length ?? 0) + taken, 0, field.size_most);
}

/** Returns what a group's items sum up to. */
export function sum(field: Groups, group: Item[]): number {
  return group.reduce<number>((all, item) => all + (field.values?.[field.items.indexOf(item)] ?? 1), 0);
}

/** Returns the groups that are some, without what is in hand. */
export function made(field: Groups, held: Item[][]): Item[][] {
  return held.slice(0, field.most).filter((group) => group.length > 0);
}

function fieldOf(draft: Draft, act: Act): Field | undefined {
  if (act.type === "play" || act.type === "confirm" || act.draft !== draft.move) return undefined;
  return draft.fields.find((one) => one.name === act.field);
}

function first(field: Field): Item | Item[] | Item[][] | undefined {
  if (field.type === "one") return field.first;
  return field.type === "set" ? (field.first ?? []) : Array.from({ length: field.most + 1 }, () => []);
}

function after(field: Field, held: Gathered[string], act: Exclude<Part, { type: "cycle" }>): Gathered[string] {
  if (field.type === "one") return act.type === "pick" ? act.value : held;
  if (field.type === "set") return act.type === "toggle" ? toggled(field, held as Item[], act.item) : held;
  const groups = held as Item[][];
  if (act.type === "take") return moved(groups, [act.item], groups[field.most]?.includes(act.item) ? -1 : field.most);
  if (act.type !== "put") return held;
  if (act.item === undefined) return moved(groups, groups[field.most] ?? [], act.group ?? 0);
  return moved(groups, [act.item], destination(field, groups, act.item, act.group));
}

function toggled(field: Extract<Field, { type: "set" }>, held: Item[], item: Item): Item[] {
  if (held.includes(item)) return held.filter((one) => one !== item);
  if (held.length === field.most) return held;
  return field.items.filter((one) => one === item || held.includes(one));
}

/** Returns where an item is put; without a group into the next that has room, and after the last into none (-1). */
function destination(field: Groups, groups: Item[][], item: Item, group?: number): number {
  const room = (place: number): boolean => (groups[place]?.length ?? 0) < field.size_most;
  const from = groups.findIndex((one) => one.includes(item));
  if (group !== undefined) return group !== from && room(group) ? group : from;
  let to = from === field.most ? 0 : from + 1;
  while (to < field.most && !room(to)) to++;
  return to < field.most ? to : -1;
}

function moved(groups: Item[][], items: Item[], to: number): Item[][] {
  return groups.map((group, place) => [...group.filter((one) => !items.includes(one)), ...(place === to ? items : [])]);
}

const within = (count: number, least: number, most: number): boolean => least <= count && count <= most;
