/** Panels: where there is little room, a wide board is shown part by part. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Panel, Scene } from "../scene/scene.ts";
import { said } from "../words.ts";
import { t } from "./words.ts";

const query = matchMedia("(max-width: 45rem)");
const narrow = signal(query.matches);
query.addEventListener("change", () => {
  narrow.value = query.matches;
});

const WHOLE = -1;

interface Props {
  scene: Scene;
  seat: number | null;
  children: (panel: Panel | undefined) => ComponentChildren;
}

export function Panels({ scene, seat, children }: Props) {
  const chosen = useSignal<number | null>(null);
  const panels = scene.panels ?? [];
  if (!narrow.value || panels.length === 0) return children(undefined);
  const own = panels.findIndex((panel) => panel.seat !== undefined && panel.seat === seat);
  const shown = chosen.value ?? Math.max(own, 0);
  const button = (place: number, label: string) => (
    <button key={place} type="button" aria-pressed={shown === place} onClick={() => (chosen.value = place)}>
      {label}
    </button>
  );
  return (
    <>
      <fieldset class="panels">
        <legend class="unseen">{t("shown")}</legend>
        {panels.map((panel, place) => button(place, said(panel.label)))}
        {button(WHOLE, t("whole"))}
      </fieldset>
      {children(panels[shown])}
    </>
  );
}
