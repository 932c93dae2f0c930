/** Drafts: what a compound move would do as it was gathered so far, and the button that makes it. */
import { completed, type Hand } from "../scene/board.tsx";
import type { Draft, Item, Scene } from "../scene/scene.ts";
import { said } from "../words.ts";
import { t } from "./words.ts";

export function Drafts({ hand, scene, busy }: { hand: Hand; scene: Scene; busy: boolean }) {
  return (
    <>
      {hand.drafts
        .filter((draft) => hasSums(draft) || !onBoard(scene, draft))
        .map((draft) => (
          <div key={draft.move} class="row draft" role="status" aria-label={t("gathered")}>
            {sums(draft, hand).map((sum) => (
              <span key={sum}>{sum}</span>
            ))}
            {!onBoard(scene, draft) && (
              <button
                type="button"
                class="main"
                disabled={busy || !completed(hand, draft)}
                onClick={() => hand.does({ type: "confirm", draft: draft.move })}
              >
                {said(draft.confirm)}
              </button>
            )}
          </div>
        ))}
    </>
  );
}

/** Returns whether there is something to say of its groups. */
function hasSums(draft: Draft): boolean {
  return draft.fields.some((field) => field.type === "groups" && field.values);
}

/** Returns whether the board itself has the button. */
function onBoard(scene: Scene, draft: Draft): boolean {
  return scene.regions.some((region) => region.act?.type === "confirm" && region.act.draft === draft.move);
}

/** Returns what each group's sum does: the first of a sum, the second … */
function sums(draft: Draft, hand: Hand): string[] {
  return draft.fields.flatMap((field) => {
    if (field.type !== "groups" || !field.values) return [];
    const { items, values, sums: told = {} } = field;
    const seen = new Map<number, number>();
    const groups = (hand.gathered[draft.move]?.[field.name] ?? []) as Item[][];
    return groups.flatMap((group, place) => {
      if (group.length === 0) return [];
      const sum = group.reduce<number>((all, item) => all + (values[items.indexOf(item)] ?? 0), 0);
      const nth = seen.get(sum) ?? 0;
      seen.set(sum, nth + 1);
      const what = told[sum]?.[nth];
      return [`${place + 1}: ${sum}${what ? ` → ${said(what)}` : ""}`];
    });
  });
}
