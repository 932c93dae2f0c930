/** Scene: a board as data, word for word as `domain/picture.py` has it.  What has its default is left out. */
import type { Text } from "../words.ts";

export type Point = [number, number];
export type Item = number | string;

interface Drawn {
  id?: string;
  label?: Text;
  attention?: boolean;
  comes_from?: Point;
  way?: Point[];
  motion?: "fall" | "turn" | "roll" | "glint";
}

interface Form extends Drawn {
  fill?: string;
  stroke?: string;
  stroke_width?: number;
  relief?: "raised" | "sunk";
}

export interface Circle extends Form {
  type: "circle";
  x: number;
  y: number;
  radius: number;
}

export interface Rectangle extends Form {
  type: "rectangle";
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}

export interface Polygon extends Form {
  type: "polygon";
  points: Point[];
}

export interface Line extends Form {
  type: "line";
  points: Point[];
}

export interface Words extends Drawn {
  type: "words";
  x: number;
  y: number;
  text: string | Text;
  size: number;
  tone?: string;
  anchor?: "start" | "end";
  bold?: boolean;
}

export interface Group extends Drawn {
  type: "group";
  x: number;
  y: number;
  shapes: Shape[];
}

export type Area = Circle | Rectangle | Polygon;
export type Surface = Area | Line;
export type Shape = Surface | Words | Group;

export type Act =
  | { type: "play"; move: { type: string } }
  | { type: "toggle"; draft: string; field: string; item: Item }
  | { type: "take"; draft: string; field: string; item: Item }
  | { type: "put"; draft: string; field: string; item?: Item; group?: number }
  | { type: "cycle"; draft: string; field: string; values: Item[]; picks?: Record<string, Item> }
  | { type: "pick"; draft: string; field: string; value: Item }
  | { type: "confirm"; draft: string };

export interface Region {
  id: string;
  area: Area;
  label: Text;
  seat?: number;
  act?: Act;
  double?: Act;
  secondary?: Act;
  drops?: { onto: string; act: Act }[];
  hint?: Shape[];
  ghost?: Shape[];
  attention?: boolean;
  faces?: Record<string, Shape[]>;
  tint?: string;
  cross?: boolean;
  count?: boolean;
}

/** What tells a seat's things from the others'. */
export interface Emblem {
  label: Text;
  shapes: Shape[];
}

/** A part of a scene that is of use alone. */
export interface Panel {
  area: Rectangle;
  label: Text;
  seat?: number;
}

export interface Scene {
  width: number;
  height: number;
  label: Text;
  emblems?: Emblem[];
  panels?: Panel[];
  shapes: Shape[];
  regions: Region[];
}

export type Field =
  | { type: "set"; name: string; items: Item[]; least?: number; most: number; first?: Item[] }
  | {
      type: "groups";
      name: string;
      items: Item[];
      least?: number;
      most: number;
      size_least?: number;
      size_most: number;
      values?: number[];
      sums?: Record<string, Text[]>;
    }
  | { type: "one"; name: string; values: Item[]; first?: Item };

export interface Draft {
  move: string;
  fields: Field[];
  fixed?: Record<string, Item>;
  confirm: Text;
}

type Kept = [number, number]; // A run of what was there before: from which position, how many.

export interface ScenePatch {
  width?: number;
  height?: number;
  label?: Text;
  emblems?: Emblem[];
  panels?: Panel[];
  shapes?: (Kept | Shape)[];
  regions?: (Kept | Region)[];
}

export const BLANK: Scene = { width: 0, height: 0, label: { de: "", en: "" }, shapes: [], regions: [] };

/** Returns the scene that a patch makes of the one it was made from. */
export function apply(scene: Scene, patch: ScenePatch): Scene {
  return {
    width: patch.width ?? scene.width,
    height: patch.height ?? scene.height,
    label: patch.label ?? scene.label,
    emblems: patch.emblems ?? scene.emblems ?? [],
    panels: patch.panels ?? scene.panels ?? [],
    shapes: patch.shapes ? applied(scene.shapes, patch.shapes) : scene.shapes,
    regions: patch.regions ? applied(scene.regions, patch.regions) : scene.regions,
  };
}

function applied<T extends object>(old: T[], changes: (Kept | T)[]): T[] {
  return changes.flatMap((one) => (Array.isArray(one) ? old.slice(one[0], one[0] + one[1]) : [one]));
}
