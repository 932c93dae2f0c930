/** Steer: arrow keys lead from region to region, wherever these lie. */
import type { Area, Region } from "./scene.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Takes the focus with an arrow key to the nearest region that way; Home and End lead to the first and last. */
export function steer(event: KeyboardEvent, regions: Region[]): void {
  const svg = event.currentTarget as SVGSVGElement;
  const from = regions.find((region) => region.id === (event.target as Element).id);
  const way = WAYS[event.key];
  let to: Region | undefined;
  if (event.key === "Home") to = regions[0];
  else if (event.key === "End") to = regions.at(-1);
  else if (from && way) to = nearest(regions, from, way);
  if (!to) return;
  event.preventDefault();
  svg.querySelector<SVGGElement>(`[id="${CSS.escape(to.id)}"]`)?.focus();
}

/** Returns the rectangle around an area. */
export function box(area: Area): Box {
  if (area.type === "rectangle") return area;
  if (area.type === "circle")
    return { x: area.x - area.radius, y: area.y - area.radius, width: 2 * area.radius, height: 2 * area.radius };
  const [xs, ys] = [area.points.map(([x]) => x), area.points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function middle(area: Area): [number, number] {
  const { x, y, width, height } = box(area);
  return [x + width / 2, y + height / 2];
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
