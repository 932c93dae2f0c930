/** Moving: what happened between two scenes, shown as movement. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { animated } from "../settings.ts";
import type { Point, Scene, Shape } from "./scene.ts";

const SLIDE_MS = 420;

/** Moves what has another place than in the scene shown before, and what is new from where it comes. */
export function useMovement(svg: RefObject<SVGSVGElement | null>, scene: Scene): void {
  const before = useRef<Scene | null>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = scene;
    if (!old || old === scene || !animated.value || !svg.current) return;
    const places = new Map(old.shapes.map((shape) => [shape.id, shape]));
    for (const shape of scene.shapes) {
      if (!shape.id) continue;
      const was = places.get(shape.id);
      if (was === shape) continue;
      const from = was ? place(was) : shape.comes_from;
      const to = place(shape);
      if (!from || (from[0] === to[0] && from[1] === to[1])) continue;
      const element = svg.current.querySelector(`[data-id="${CSS.escape(shape.id)}"]`);
      const start = `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)`;
      element?.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-in-out" });
    }
  }, [scene]);
}

/** Returns the point a shape is placed by. */
function place(shape: Shape): Point {
  if (shape.type === "polygon" || shape.type === "line") return shape.points[0] ?? [0, 0];
  return [shape.x, shape.y];
}
