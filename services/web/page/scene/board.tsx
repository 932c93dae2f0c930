/** Board: a scene to look at and, for a viewer with moves or drafts, to play on by mouse, touch and keyboard. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { remembered } from "../memory.ts";
import { said } from "../words.ts";
import { complete, type Gathered, mark, moveOf, offers } from "./draft.ts";
import { Drawings, Lights, Outline } from "./draw.tsx";
import { useMovement } from "./moving.ts";
import { same } from "./same.ts";
import type { Act, Area, Draft, Region, Scene } from "./scene.ts";

/** Whether what wants attention blinks. */
export const blinking = remembered("blinking", true);

/** What a viewer may do on a board, and what was gathered so far. */
export interface Hand {
  seat: number | null;
  moves: { type: string }[];
  drafts: Draft[];
  gathered: Record<string, Gathered>; // By the draft's name.
  does(act: Act): void;
}

/** Shows a scene; without a hand it can only be looked at. */
export function Board({ scene, hand = null, busy = false }: { scene: Scene; hand?: Hand | null; busy?: boolean }) {
  const svg = useRef<SVGSVGElement>(null);
  useMovement(svg, scene);
  return (
    <svg
      ref={svg}
      class={`scene${busy ? " busy" : ""}${blinking.value ? " blinking" : ""}`}
      viewBox={`0 0 ${scene.width} ${scene.height}`}
      role="group"
      aria-label={said(scene.label)}
      onKeyDown={(event) => steer(event, scene)}
      onContextMenu={(event) => {
        if (!(event.target as Element).closest(".attention")) return;
        event.preventDefault();
        blinking.value = !blinking.value;
      }}
    >
      <Lights scene={scene} />
      <g aria-hidden="true">
        <Drawings shapes={scene.shapes} />
      </g>
      {scene.regions.map((region) => (
        <Place key={region.id} region={region} hand={hand} />
      ))}
    </svg>
  );
}

/** Returns whether a hand can do something just now. */
export function can(hand: Hand | null, region: Region, act: Act | undefined): act is Act {
  if (!hand || !act || (region.seat !== undefined && region.seat !== hand.seat)) return false;
  if (act.type === "play") return hand.moves.some((move) => same(move, act.move));
  const draft = hand.drafts.find((one) => one.move === act.draft);
  if (!draft) return false;
  return act.type === "confirm" ? completed(hand, draft) : offers(draft, act);
}

export function completed(hand: Hand, draft: Draft): boolean {
  const gathered = hand.gathered[draft.move];
  return gathered !== undefined && complete(draft, gathered);
}

export function gatheredMove(hand: Hand, draft: Draft): { type: string } {
  return moveOf(draft, hand.gathered[draft.move] ?? {});
}

/** A region: a button where something can be done, else something to read. */
function Place({ region, hand }: { region: Region; hand: Hand | null }) {
  const over = useSignal(false);
  const usable = can(hand, region, region.act) ? region.act : null;
  const second = can(hand, region, region.double) ? region.double : null;
  const draft = hand?.drafts.find((one) => usable && "draft" in usable && one.move === usable.draft);
  const marked = draft && usable ? mark(draft, hand?.gathered[draft.move] ?? {}, usable) : null;
  const active = Boolean(usable || second);
  const act = (which: Act | null): void => {
    if (which) hand?.does(which);
  };
  const label = said(region.label) + (marked?.count ? ` · ${marked.count}` : "");
  return (
    <g
      id={region.id}
      class={`region${active ? " usable" : ""}${active && region.attention ? " attention" : ""}`}
      role={active ? "button" : "img"}
      tabIndex={active ? 0 : -1}
      aria-label={label}
      aria-pressed={marked ? marked.chosen : undefined}
      onPointerEnter={() => (over.value = true)}
      onPointerLeave={() => (over.value = false)}
      onFocus={() => (over.value = true)}
      onBlur={() => (over.value = false)}
      onClick={() => act(usable)}
      onDblClick={() => act(second)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act(event.shiftKey && second ? second : usable);
      }}
    >
      <g aria-hidden="true">
        {active && <Drawings shapes={region.hint} />}
        {active && over.value && (
          <g class="ghost">
            <Drawings shapes={region.ghost} />
          </g>
        )}
        {marked?.chosen && <Mark region={region} count={marked.count} />}
        <Outline form={region.area} class="area" fill="transparent" />
      </g>
    </g>
  );
}

/** How a region looks while its part of a draft is gathered. */
function Mark({ region, count }: { region: Region; count: string }) {
  const { x, y, width, height } = box(region.area);
  const tint = `var(--${(region.tint ?? "accent").replace(/_/g, "-")})`;
  return (
    <g class="mark">
      <Outline form={region.area} fill="none" stroke={tint} stroke-width="8" />
      {region.cross && (
        <path d={`M${x},${y}l${width},${height}m0,${-height}l${-width},${height}`} stroke={tint} stroke-width="6" />
      )}
      {region.count && count && (
        <>
          <circle cx={x + width} cy={y} r="20" fill="var(--ink)" stroke="var(--paper)" stroke-width="4" />
          <text x={x + width} y={y + 9} font-size="25" font-weight="700" text-anchor="middle" fill="var(--paper)">
            {count}
          </text>
        </>
      )}
    </g>
  );
}

export function box(area: Area): { x: number; y: number; width: number; height: number } {
  if (area.type === "rectangle") return area;
  if (area.type === "circle")
    return { x: area.x - area.radius, y: area.y - area.radius, width: 2 * area.radius, height: 2 * area.radius };
  const [xs, ys] = [area.points.map(([x]) => x), area.points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Takes the focus with an arrow key to the nearest region that way; Home and End lead to the first and last. */
function steer(event: KeyboardEvent, scene: Scene): void {
  const svg = event.currentTarget as SVGSVGElement;
  const from = scene.regions.find((region) => region.id === (event.target as Element).id);
  const way = WAYS[event.key];
  let to: Region | undefined;
  if (event.key === "Home") to = scene.regions[0];
  else if (event.key === "End") to = scene.regions.at(-1);
  else if (from && way) to = nearest(scene.regions, from, way);
  if (!to) return;
  event.preventDefault();
  svg.querySelector<SVGGElement>(`[id="${to.id}"]`)?.focus();
}

/** Returns the region that lies nearest that way; what lies aside counts as further away. */
function nearest(regions: Region[], from: Region, [dx, dy]: [number, number]): Region | undefined {
  const [x, y] = middle(from.area);
  let best: Region | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const region of regions) {
    const [ax, ay] = middle(region.area);
    const along = (ax - x) * dx + (ay - y) * dy;
    const aside = Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx);
    if (region === from || along <= 0 || aside > along * 2) continue;
    if (along + aside * 2 < least) [best, least] = [region, along + aside * 2];
  }
  return best;
}

function middle(area: Area): [number, number] {
  const { x, y, width, height } = box(area);
  return [x + width / 2, y + height / 2];
}
