/// <reference types="node" />
/** A compound move while a hand gathers it.  Run by tests/browser/test_scripts.py. */
import { deepEqual, equal } from "node:assert/strict";
import test from "node:test";
import { begun, complete, gather, moveOf, offers, shown } from "./draft.ts";
import type { Act, Draft } from "./scene.ts";

const confirm = { de: "Fertig", en: "Done" };
const part = { draft: "toy.move", field: "groups" } as const;

const SET: Draft = {
  move: "toy.move",
  fields: [{ type: "set", name: "keep", items: [0, 1, 2], most: 2, first: [1] }],
  fixed: { round: 3 },
  confirm,
};
const GROUPS: Draft = {
  move: "toy.move",
  fields: [{ type: "groups", name: "groups", items: [0, 1, 2], most: 2, size_most: 2, values: [4, 5, 6] }],
  confirm,
};
const ONE: Draft = {
  move: "toy.move",
  fields: [
    { type: "one", name: "slot", values: [0, 1] },
    { type: "one", name: "colour", values: ["red", "blue", "green"] },
  ],
  confirm,
};

const after = (draft: Draft, acts: Act[]) => acts.reduce((held, act) => gather(draft, held, act), begun(draft));
const toggle = (item: number): Act => ({ type: "toggle", draft: "toy.move", field: "keep", item });
const take = (item: number): Act => ({ type: "take", ...part, item });
const put = (item?: number, group?: number): Act => ({
  type: "put",
  ...part,
  ...(item !== undefined && { item }),
  ...(group !== undefined && { group }),
});
const cycle = (slot: number, ...values: string[]): Act => ({
  type: "cycle",
  draft: "toy.move",
  field: "colour",
  values,
  picks: { slot },
});

test("a set begins with what was in it, keeps the order of its items, and holds no more than it may", () => {
  deepEqual(moveOf(SET, begun(SET)), { type: "toy.move", round: 3, keep: [1] });
  deepEqual(after(SET, [toggle(0)]).keep, [0, 1]);
  deepEqual(after(SET, [toggle(0), toggle(2)]).keep, [0, 1]);
  deepEqual(after(SET, [toggle(1), toggle(2)]).keep, [2]);
});

test("an item goes to the next group, and after the last into none", () => {
  const groups = [put(0), put(0), put(0)].map((_, times, acts) => after(GROUPS, acts.slice(0, times + 1)));
  deepEqual(
    groups.map((held) => moveOf(GROUPS, held)),
    [[[0]], [[0]], []].map((made) => ({ type: "toy.move", groups: made })),
  );
});

test("a full group is passed over", () => {
  deepEqual(after(GROUPS, [put(0), put(1), put(2)]).groups, [[0, 1], [2], []]);
});

test("what is taken in hand is put by the next group that is pointed at, all of it", () => {
  const held = after(GROUPS, [take(0), take(2)]);
  equal(shown(GROUPS, held, take(0))?.chosen, true);
  deepEqual(moveOf(GROUPS, held), { type: "toy.move", groups: [] });
  deepEqual(after(GROUPS, [take(0), take(2), put(undefined, 1)]).groups, [[], [0, 2], []]);
});

test("a group takes nothing while nothing is in hand, and no more than it has room for", () => {
  equal(offers(GROUPS, begun(GROUPS), put(undefined, 0)), false);
  equal(offers(GROUPS, after(GROUPS, [take(0)]), put(undefined, 0)), true);
  equal(offers(GROUPS, after(GROUPS, [take(0), take(1), take(2)]), put(undefined, 0)), false);
});

test("what lies in a group can be taken out again and laid down", () => {
  deepEqual(after(GROUPS, [put(0), take(0)]).groups, [[], [], [0]]);
  deepEqual(after(GROUPS, [put(0), take(0), take(0)]).groups, [[], [], []]);
});

test("an item shows the number of its group, and a group what it sums up to", () => {
  const held = after(GROUPS, [put(0, 1), put(2, 1)]);
  equal(shown(GROUPS, held, take(2))?.count, "2");
  equal(shown(GROUPS, held, put(undefined, 1))?.count, "10");
});

test("values are gone through in turn, and anew at another place", () => {
  equal(complete(ONE, begun(ONE)), false);
  const turns = [cycle(0, "blue", "green"), cycle(0, "blue", "green"), cycle(0, "blue", "green")];
  const seen = turns.map((_, times) => after(ONE, turns.slice(0, times + 1)).colour);
  deepEqual(seen, ["blue", "green", "blue"]);
  deepEqual(after(ONE, [...turns, cycle(1, "red", "green")]), { slot: 1, colour: "red" });
});

test("a value picked before its place is kept", () => {
  const pick: Act = { type: "pick", draft: "toy.move", field: "colour", value: "green" };
  const held = after(ONE, [pick, cycle(1, "red", "green")]);
  deepEqual(moveOf(ONE, held), { type: "toy.move", slot: 1, colour: "green" });
  equal(complete(ONE, held), true);
  deepEqual(shown(ONE, held, cycle(0, "blue", "green")), { chosen: false });
  equal(shown(ONE, held, cycle(1, "red", "green"))?.face, "green");
});

test("acts of another draft do nothing", () => {
  const stranger: Act = { type: "toggle", draft: "toy.other", field: "keep", item: 0 };
  equal(offers(SET, begun(SET), stranger), false);
  deepEqual(gather(SET, begun(SET), stranger), begun(SET));
});
