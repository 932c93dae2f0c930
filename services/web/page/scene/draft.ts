/** Draft: a compound move while a hand gathers it.  Pure. */
import type { Act, Draft, Field, Item } from "./scene.ts";

/** What was gathered of each field, by its name: a value, a set, or groups, the empty ones included. */
export type Gathered = Readonly<Record<string, Item | Item[] | Item[][] | undefined>>;

/** Returns a draft before anybody chose. */
export function begun(draft: Draft): Gathered {
  return Object.fromEntries(draft.fields.map((field) => [field.name, first(field)]));
}

/** Returns what was gathered after an act, the same if it does nothing. */
export function gather(draft: Draft, gathered: Gathered, act: Act): Gathered {
  if (act.type === "play" || act.type === "confirm") return gathered;
  const field = draft.fields.find((one) => one.name === act.field);
  if (!field) return gathered;
  return { ...gathered, [field.name]: after(field, gathered[field.name], act) };
}

/** Returns whether the move can be made as it was gathered. */
export function complete(draft: Draft, gathered: Gathered): boolean {
  return draft.fields.every((field) => {
    const held = gathered[field.name];
    if (field.type === "one") return held !== undefined;
    if (field.type === "set") return within((held as Item[]).length, field.least ?? 0, field.most);
    const groups = (held as Item[][]).filter((group) => group.length > 0);
    const fits = groups.every((group) => within(group.length, field.size_least ?? 1, field.size_most));
    return fits && within(groups.length, field.least ?? 0, field.most);
  });
}

/** Returns the move that was gathered. */
export function moveOf(draft: Draft, gathered: Gathered): { type: string } {
  const fields = draft.fields.map((field) => {
    const held = gathered[field.name];
    return [field.name, field.type === "groups" ? (held as Item[][]).filter((group) => group.length > 0) : held];
  });
  return { type: draft.move, ...draft.fixed, ...Object.fromEntries(fields) };
}

/** Returns whether an act's part is gathered, and what to write on it: the number of its group, or its value. */
export function mark(draft: Draft, gathered: Gathered, act: Act): { chosen: boolean; count: string } | null {
  if (act.type === "play" || act.type === "confirm") return null;
  const held = gathered[act.field];
  switch (act.type) {
    case "toggle":
      return { chosen: (held as Item[]).includes(act.item), count: "" };
    case "put": {
      const group = (held as Item[][]).findIndex((one) => one.includes(act.item));
      return { chosen: group >= 0, count: group >= 0 ? String(group + 1) : "" };
    }
    case "pick":
      return { chosen: held === act.value, count: "" };
    case "cycle": {
      const field = draft.fields.find((one) => one.name === act.field);
      const chosen = held !== undefined && field?.type === "one" && held !== field.first;
      return { chosen, count: held === undefined ? "" : String(held) };
    }
  }
}

/** Returns whether an act is a part of this draft that can be gathered. */
export function offers(draft: Draft, act: Act): boolean {
  if (act.type === "play" || act.type === "confirm" || act.draft !== draft.move) return false;
  const field = draft.fields.find((one) => one.name === act.field);
  if (!field) return false;
  if (act.type === "toggle") return field.type === "set" && field.items.includes(act.item);
  if (act.type === "put") return field.type === "groups" && field.items.includes(act.item);
  const values = act.type === "pick" ? [act.value] : act.values;
  return field.type === "one" && values.some((value) => field.values.includes(value));
}

function first(field: Field): Item | Item[] | Item[][] | undefined {
  if (field.type === "one") return field.first;
  return field.type === "set" ? (field.first ?? []) : Array.from({ length: field.most }, () => []);
}

function after(
  field: Field,
  held: Gathered[string],
  act: Exclude<Act, { type: "play" | "confirm" }>,
): Gathered[string] {
  if (field.type === "set" && act.type === "toggle") return toggled(field, held as Item[], act.item);
  if (field.type === "groups" && act.type === "put") return put(field, held as Item[][], act.item, act.group);
  if (field.type === "one" && act.type === "pick") return act.value;
  if (field.type === "one" && act.type === "cycle") {
    const values = act.values.filter((value) => field.values.includes(value));
    return values[(values.indexOf(held as Item) + 1) % values.length];
  }
  return held;
}

function toggled(field: Extract<Field, { type: "set" }>, held: Item[], item: Item): Item[] {
  if (held.includes(item)) return held.filter((one) => one !== item);
  if (held.length === field.most) return held;
  return field.items.filter((one) => one === item || held.includes(one));
}

/** Puts an item into a group; without its number into the next that has room, and after the last into none. */
function put(field: Extract<Field, { type: "groups" }>, held: Item[][], item: Item, group?: number): Item[][] {
  const from = held.findIndex((one) => one.includes(item));
  const room = (place: number): boolean => (held[place]?.length ?? field.size_most) < field.size_most;
  let to = group ?? from + 1;
  if (group === undefined) while (to < field.most && !room(to)) to++;
  else if (group === from || !room(group)) to = field.most;
  return held.map((one, place) => [...one.filter((other) => other !== item), ...(place === to ? [item] : [])]);
}

const within = (count: number, least: number, most: number): boolean => least <= count && count <= most;
