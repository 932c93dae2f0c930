/** Moving: what happened between two scenes, shown as movement. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { animated } from "../settings.ts";
import { same } from "./same.ts";
import type { Point, Scene, Shape } from "./scene.ts";

const SLIDE_MS = 420;
const STEP_MS = 190; // From one stop of a way to the next ...
const WALK_MS_MAX = 1_600; // ... and for all of it at most.
const FALL_MS = 26; // For the square root of each unit.
const TURN_MS = 460;
const TURN_APART_MS = 45; // Things turn one after the other.
const ROLL_MS = 620;
const APPEAR_MS = 220;

const looks = new WeakMap<Element, Element>();

/** Remembers how a thing looks before it is drawn anew. */
export function keepLook(element: SVGElement): void {
  if (animated.value) looks.set(element, element.cloneNode(true) as SVGElement);
}

/** Moves what has another place than in the scene shown before, and shows how what is new or changed came to be. */
export function useMovement(svg: RefObject<SVGSVGElement | null>, scene: Scene): void {
  const before = useRef<Scene | null>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = scene;
    if (!old || old === scene || !animated.value || !svg.current) return;
    const things = new Map(old.shapes.map((shape) => [shape.id, shape]));
    let turned = 0;
    for (const shape of scene.shapes) {
      const was = shape.id ? things.get(shape.id) : undefined;
      if (!shape.id || was === shape) continue;
      const element = svg.current.querySelector<SVGElement>(`[data-id="${CSS.escape(shape.id)}"]`);
      if (!element) continue;
      if (!was) arrive(element, shape);
      else if (!same(place(was), place(shape))) travel(element, shape, place(was));
      else if (shape.motion === "turn" && !same(was, shape)) turn(element, turned++ * TURN_APART_MS);
      else if (shape.motion === "glint" && !same(was, shape)) glint(element);
    }
  }, [scene]);
}

function arrive(element: SVGElement, shape: Shape): void {
  if (shape.comes_from) travel(element, shape, shape.comes_from);
  else if (shape.motion === "roll") roll(element);
  else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR_MS });
  if (shape.motion === "glint") glint(element);
}

/** Moves a thing from a point to where it is, by its way. */
function travel(element: SVGElement, shape: Shape, from: Point): void {
  const [x, y] = place(shape);
  const at = ([px, py]: Point): Keyframe => ({ transform: `translate(${px - x}px, ${py - y}px)` });
  if (shape.motion === "fall") {
    const bounce = at([x, y - Math.abs(y - from[1]) * 0.05]);
    const frames = [
      { ...at(from), easing: "cubic-bezier(.5, 0, .9, .6)" },
      { ...at([x, y]), offset: 0.72, easing: "ease-out" },
      { ...bounce, offset: 0.86, easing: "ease-in" },
      at([x, y]),
    ];
    element.animate(frames, { duration: 120 + FALL_MS * Math.sqrt(Math.abs(y - from[1])) });
    return;
  }
  const stops = [from, ...(shape.way ?? []), [x, y] as Point];
  const steps = stops.length - 1;
  const duration = steps === 1 ? SLIDE_MS : Math.min(STEP_MS * steps, WALK_MS_MAX);
  element.animate(
    stops.map((stop) => ({ ...at(stop), easing: "ease-in-out" })),
    { duration },
  );
}

/** Turns a thing over: what it was until it stands on edge, what it is from then on. */
function turn(element: SVGElement, delay: number): void {
  const was = looks.get(element);
  if (!was) return;
  was.removeAttribute("data-id");
  element.after(was);
  const half = { duration: TURN_MS / 2, delay, fill: "backwards" } as const;
  const edge = { transform: "scaleX(0.04)" };
  const flat = { transform: "none" };
  was.animate([flat, edge], { ...half, easing: "ease-in", fill: "both" }).finished.finally(() => was.remove());
  element.animate([edge, flat], { ...half, delay: delay + TURN_MS / 2, easing: "ease-out" });
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + TURN_MS / 2 });
}

function roll(element: SVGElement): void {
  const frames = [
    { transform: "translateY(-45%) rotate(-280deg) scale(0.7)" },
    { transform: "translateY(12%) rotate(-90deg) scale(1.1)", offset: 0.6 },
    { transform: "none" },
  ];
  element.animate(frames, { duration: ROLL_MS, easing: "cubic-bezier(.2, .7, .3, 1)" });
}

function glint(element: SVGElement): void {
  const frames = [{ filter: "none" }, { filter: "brightness(1.9)", offset: 0.5 }, { filter: "none" }];
  element.animate(frames, { duration: SLIDE_MS, delay: SLIDE_MS * 0.7, easing: "ease-out" });
}

/** Returns the point a shape is placed by. */
function place(shape: Shape): Point {
  if (shape.type === "polygon" || shape.type === "line") return shape.points[0] ?? [0, 0];
  return [shape.x, shape.y];
}
