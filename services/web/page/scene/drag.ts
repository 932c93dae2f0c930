/** Drag: a thing is drawn onto another by mouse or finger. */
import { useSignal } from "@preact/signals";
import type { Act, Region, Scene } from "./scene.ts";

const FAR_PX = 6; // What moves less was a click.

/** What is being dragged, and the ids of the regions it may be dropped on. */
export interface Dragged {
  id: string;
  targets: Set<string>;
}

/** Returns what is dragged at the moment, and what a region does when a pointer goes down on it. */
export function useDrag(scene: Scene, drop: (act: Act) => void) {
  const dragged = useSignal<Dragged | null>(null);

  function grab(event: PointerEvent, region: Region, drops: { onto: string; act: Act }[]): void {
    if (drops.length === 0 || event.button !== 0) return;
    const place = event.currentTarget as SVGGElement;
    const svg = place.ownerSVGElement;
    if (!svg) return;
    const thing = lying(svg, scene, region) ?? place;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const [x, y] = [event.clientX, event.clientY];
    place.setPointerCapture(event.pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    place.addEventListener("pointermove", move, { signal });
    place.addEventListener("pointerup", (up) => end(up, true), { signal });
    place.addEventListener("pointercancel", (up) => end(up, false), { signal });

    function move(to: PointerEvent): void {
      const [across, down] = [to.clientX - x, to.clientY - y];
      if (!dragged.value && Math.hypot(across, down) < FAR_PX) return;
      dragged.value ??= { id: region.id, targets: new Set(drops.map((one) => one.onto)) };
      thing.style.transform = `translate(${across * scale}px, ${down * scale}px)`;
    }

    function end(up: PointerEvent, dropped: boolean): void {
      ended.abort();
      thing.style.transform = "";
      if (!dragged.value) return;
      dragged.value = null;
      const clicked = new AbortController(); // Holds back the click of this very gesture, and no other.
      const quietly = { capture: true, signal: clicked.signal };
      place.addEventListener("click", (click) => click.stopImmediatePropagation(), quietly);
      setTimeout(() => clicked.abort());
      if (!dropped) return;
      const under = document.elementsFromPoint(up.clientX, up.clientY).map((one) => one.closest(".region")?.id);
      const found = drops.find((one) => under.includes(one.onto));
      if (found) drop(found.act);
    }
  }

  return { dragged, grab };
}

/** Returns what lies on a region: the topmost thing whose middle is within it. */
function lying(svg: SVGSVGElement, scene: Scene, region: Region): SVGElement | null {
  const { area } = region;
  if (area.type !== "rectangle") return null;
  const thing = scene.shapes.findLast(
    (one) =>
      one.type === "group" &&
      one.id &&
      area.x < one.x &&
      one.x < area.x + area.width &&
      area.y < one.y &&
      one.y < area.y + area.height,
  );
  return thing ? svg.querySelector(`[data-id="${CSS.escape(thing.id ?? "")}"]`) : null;
}
