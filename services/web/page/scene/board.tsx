/** Board: a scene to look at and, for a viewer with moves or drafts, to play on by mouse, touch and keyboard. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { blinking } from "../settings.ts";
import { said } from "../words.ts";
import { complete, type Gathered, offers, type Shown, shown } from "./draft.ts";
import { useDrag } from "./drag.ts";
import { Drawings, Lights, Outline } from "./draw.tsx";
import { useMovement } from "./moving.ts";
import { same } from "./same.ts";
import type { Act, Draft, Panel, Region, Scene } from "./scene.ts";
import { box, middle, steer } from "./steer.ts";
import { t } from "./words.ts";

/** What a viewer may do on a board, and what was gathered so far. */
export interface Hand {
  seat: number | null;
  moves: { type: string }[];
  drafts: Draft[];
  gathered: Record<string, Gathered>; // By the draft's name.
  does(act: Act): void;
}

interface Props {
  scene: Scene;
  hand?: Hand | null; // None: the board can only be looked at.
  busy?: boolean; // A move is on its way.
  panel?: Panel | undefined; // Which part to show; all, where there is none.
}

export function Board({ scene, hand = null, busy = false, panel }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  useMovement(svg, scene);
  const { dragged, grab } = useDrag(scene, (act) => hand?.does(act));
  const { x, y, width, height } = panel?.area ?? { x: 0, y: 0, ...scene };
  const regions = panel ? scene.regions.filter((region) => within(panel, region)) : scene.regions;
  const dropped = new Set(
    regions.flatMap((region) => drops(hand, region)).map((drop) => drop.onto), // What something can be dropped on.
  );
  useKeptFocus(svg, scene);
  return (
    <svg
      ref={svg}
      class={`scene${busy ? " busy" : ""}${blinking.value ? " blinking" : ""}`}
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ "--ratio": width / height }}
      role="group"
      tabIndex={-1}
      aria-label={said(scene.label)}
      onKeyDown={(event) => steer(event, regions)}
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
      {regions.map((region) => (
        <Place
          key={region.id}
          region={region}
          regions={regions}
          hand={hand}
          target={dropped.has(region.id)}
          aimed={dragged.value?.targets.has(region.id) ?? false}
          grab={(event) => grab(event, region, drops(hand, region))}
        />
      ))}
    </svg>
  );
}

/** Returns whether a hand can do something just now. */
function can(hand: Hand | null, region: Region, act: Act | undefined): act is Act {
  if (!hand || !act || (region.seat !== undefined && region.seat !== hand.seat)) return false;
  if (act.type === "play") return hand.moves.some((move) => same(move, act.move));
  const draft = hand.drafts.find((one) => one.move === act.draft);
  if (!draft) return false;
  return act.type === "confirm" ? completed(hand, draft) : offers(draft, hand.gathered[draft.move] ?? {}, act);
}

export function completed(hand: Hand, draft: Draft): boolean {
  const gathered = hand.gathered[draft.move];
  return gathered !== undefined && complete(draft, gathered);
}

function drops(hand: Hand | null, region: Region): { onto: string; act: Act }[] {
  return region.drops?.filter((drop) => can(hand, region, drop.act)) ?? [];
}

interface PlaceProps {
  region: Region;
  regions: Region[]; // All there are.
  hand: Hand | null;
  target: boolean; // Something can be dropped here ...
  aimed: boolean; // ... and is being dragged.
  grab: (event: PointerEvent) => void;
}

/** A region: a button where something can be done, else something to read. */
function Place({ region, regions, hand, target, aimed, grab }: PlaceProps) {
  const over = useSignal(false);
  const first = can(hand, region, region.act) ? region.act : null;
  const second = can(hand, region, region.double) ? region.double : null;
  const other = can(hand, region, region.secondary) ? region.secondary : null;
  const movable = drops(hand, region).length > 0;
  const active = first !== null || second !== null;
  const seen = region.act ? gathered(hand, region, region.act) : null;
  const act = (which: Act | null): void => {
    if (which) hand?.does(which);
  };
  const classes = [
    "region",
    active && "usable",
    movable && "movable",
    aimed && "aimed",
    active && region.attention && "attention",
  ];
  return (
    <g
      id={region.id}
      class={classes.filter(Boolean).join(" ")}
      role={active ? "button" : "img"}
      tabIndex={active ? 0 : -1}
      aria-label={[said(region.label), seen && spoken(seen, region, regions)].filter(Boolean).join(", ")}
      aria-pressed={active && seen ? seen.chosen : undefined}
      onPointerEnter={() => (over.value = true)}
      onPointerLeave={() => (over.value = false)}
      onPointerDown={grab}
      onFocus={() => (over.value = true)}
      onBlur={() => (over.value = false)}
      onClick={() => act(first)}
      onDblClick={() => act(second)}
      onContextMenu={(event) => {
        if (!other) return;
        event.preventDefault();
        act(other);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act(event.shiftKey && second ? second : first);
      }}
    >
      <g aria-hidden="true">
        {(active || movable || target) && (
          <g class="hint">
            <Drawings shapes={region.hint} />
          </g>
        )}
        {active && over.value && (
          <g class="ghost">
            <Drawings shapes={region.ghost} />
          </g>
        )}
        {seen?.chosen ? <Mark region={region} seen={seen} /> : seen && <Drawings shapes={region.faces?.[""]} />}
        <Outline form={region.area} class="area" fill="transparent" />
      </g>
    </g>
  );
}

/** Returns what is gathered by a region in words: of a value, what the region says that picks it. */
function spoken({ count, counts }: Shown, { act }: Region, regions: Region[]): string {
  if (!count || !counts || !act || !("field" in act)) return "";
  if (counts !== "value") return t(counts, { count });
  const picks = (one: Act | undefined): boolean =>
    one?.type === "pick" && one.draft === act.draft && one.field === act.field && String(one.value) === count;
  const named = regions.find((one) => picks(one.act));
  return named ? said(named.label) : count;
}

/** Returns what is gathered by a region, if its draft is in this hand. */
function gathered(hand: Hand | null, region: Region, act: Act): Shown | null {
  if (!hand || act.type === "play" || (region.seat !== undefined && region.seat !== hand.seat)) return null;
  const draft = hand.drafts.find((one) => one.move === act.draft);
  return draft ? shown(draft, hand.gathered[draft.move] ?? {}, act) : null;
}

/** How a region looks while its part of a draft is gathered. */
function Mark({ region, seen }: { region: Region; seen: Shown }) {
  const { x, y, width, height } = box(region.area);
  const tint = `var(--${(region.tint ?? "accent").replace(/_/g, "-")})`;
  return (
    <g class="mark">
      {seen.face && <Drawings shapes={region.faces?.[seen.face]} />}
      <Outline form={region.area} fill="none" stroke="var(--ink)" stroke-width="12" />
      <Outline form={region.area} fill="none" stroke={tint} stroke-width="8" />
      {region.cross && (
        <path d={`M${x},${y}l${width},${height}m0,${-height}l${-width},${height}`} stroke={tint} stroke-width="6" />
      )}
      {region.count && seen.count && (
        <>
          <circle cx={x + width - 6} cy={y + 6} r="22" fill="var(--ink)" stroke="var(--paper)" stroke-width="4" />
          <text x={x + width - 6} y={y + 15} font-size="26" font-weight="700" text-anchor="middle" fill="var(--paper)">
            {seen.count}
          </text>
        </>
      )}
    </g>
  );
}

/** Keeps the focus on the board when the region that had it is gone. */
function useKeptFocus(svg: { current: SVGSVGElement | null }, scene: Scene): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const lost = had.current && document.activeElement === document.body;
    if (lost) (svg.current?.querySelector<SVGGElement>(".usable") ?? svg.current)?.focus({ preventScroll: true });
    const look = (): void => {
      had.current = svg.current?.contains(document.activeElement) ?? false;
    };
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [scene]);
}

function within(panel: Panel, region: Region): boolean {
  const [x, y] = middle(region.area);
  const { area } = panel;
  return area.x <= x && x <= area.x + area.width && area.y <= y && y <= area.y + area.height;
}
