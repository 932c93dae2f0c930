/** Draw: shapes as SVG, in the look of `infra/drawing/svg.py`. */
import { Component, createRef } from "preact";
import { type Language, language, said } from "../words.ts";
import { keepLook } from "./moving.ts";
import type { Point, Scene, Shape, Surface } from "./scene.ts";

const WRITING_DROP = 0.355; // From the middle of a line's capitals down to its foot, for Inter.
const SHADOW = "translate(2 4)"; // How far a raised surface throws it, to the right and down.

const colour = (tone: string): string => `var(--${tone.replace(/_/g, "-")})`;
const mixed = (tone: string, other: string, percent: number): string =>
  `color-mix(in srgb, ${colour(tone)}, ${other} ${percent}%)`;
const listed = (points: Point[]): string => points.map(([x, y]) => `${x},${y}`).join(" ");

/** One shape; what has not changed since it was drawn is left alone. */
export class Drawing extends Component<{ shape: Shape; language?: Language }> {
  private readonly element = createRef<SVGGElement>();

  override shouldComponentUpdate(next: { shape: Shape; language?: Language }): boolean {
    return next.shape !== this.props.shape || next.language !== this.props.language;
  }

  /** Keeps the look of what will be turned over. */
  override getSnapshotBeforeUpdate(): null {
    if (this.props.shape.motion === "turn" && this.element.current) keepLook(this.element.current);
    return null;
  }

  override render({ shape }: { shape: Shape }) {
    const kind = shape.attention ? "thing attention" : "thing";
    if (shape.type === "group")
      return (
        <g ref={this.element} class={kind} data-id={shape.id}>
          <g transform={`translate(${shape.x} ${shape.y})`}>
            <Title shape={shape} />
            <Drawings shapes={shape.shapes} />
          </g>
        </g>
      );
    return (
      <g ref={this.element} class={kind} data-id={shape.id}>
        <Title shape={shape} />
        {shape.type === "words" ? <Writing {...shape} /> : <Form {...shape} />}
      </g>
    );
  }
}

/** Shapes from back to front; what has an id keeps its elements wherever it goes. */
export function Drawings({ shapes }: { shapes: Shape[] | undefined }) {
  const spoken = language.value;
  return shapes?.map((shape, place) => <Drawing key={shape.id ?? place} shape={shape} language={spoken} />) ?? null;
}

function Title({ shape }: { shape: Shape }) {
  return shape.label ? <title>{said(shape.label)}</title> : null;
}

function Writing(words: Extract<Shape, { type: "words" }>) {
  return (
    <text
      x={words.x}
      y={words.y + Math.round(words.size * WRITING_DROP)}
      font-size={words.size}
      font-weight={words.bold ? 700 : undefined}
      text-anchor={words.anchor ?? "middle"}
      fill={colour(words.tone ?? "ink")}
    >
      {said(words.text)}
    </text>
  );
}

/** A surface with its outline; a raised one throws a shadow. */
function Form(form: Surface) {
  const stroke = form.stroke ? { stroke: colour(form.stroke), "stroke-width": form.stroke_width ?? 2 } : {};
  if (!form.fill || form.type === "line") return <Outline form={form} fill="none" {...stroke} />;
  if (!form.relief) return <Outline form={form} fill={colour(form.fill)} {...stroke} />;
  const lit = <Outline form={form} fill={`url(#${light(form)}-${form.fill})`} {...stroke} />;
  if (form.relief === "sunk") return lit;
  return (
    <>
      <Outline form={form} fill="#000" fill-opacity=".3" transform={SHADOW} />
      {lit}
    </>
  );
}

/** The bare element of a shape or an area. */
export function Outline({ form, ...look }: { form: Surface; [attribute: string]: unknown }) {
  switch (form.type) {
    case "circle":
      return <circle cx={form.x} cy={form.y} r={form.radius} {...look} />;
    case "rectangle":
      return <rect x={form.x} y={form.y} width={form.width} height={form.height} rx={form.radius ?? 0} {...look} />;
    case "polygon":
      return <polygon points={listed(form.points)} stroke-linejoin="round" {...look} />;
    case "line":
      return <polyline points={listed(form.points)} stroke-linecap="round" stroke-linejoin="round" {...look} />;
  }
}

const light = (form: Surface): string =>
  form.relief === "raised" && form.type === "rectangle" ? "plate" : (form.relief ?? "");

/** The lights that a scene's surfaces need: a disc, a wide flat thing, and a hollow, lit from the top left. */
export function Lights({ scene }: { scene: Scene }) {
  const needed = new Map<string, [string, string]>();
  const look = (shape: Shape): void => {
    if (shape.type === "group") shape.shapes.forEach(look);
    else if (shape.type !== "words" && shape.fill && shape.relief)
      needed.set(`${light(shape)}-${shape.fill}`, [light(shape), shape.fill]);
  };
  scene.shapes.forEach(look);
  for (const region of scene.regions) [...(region.hint ?? []), ...(region.ghost ?? [])].forEach(look);
  return (
    <defs>
      {[...needed].map(([id, [kind, tone]]) => (
        <Light key={id} id={id} kind={kind} tone={tone} />
      ))}
    </defs>
  );
}

function Light({ id, kind, tone }: { id: string; kind: string; tone: string }) {
  const [bright, dim, dark] = [mixed(tone, "white", 12), mixed(tone, "black", 12), mixed(tone, "black", 30)];
  if (kind === "raised")
    return (
      <radialGradient id={id} cx=".36" cy=".3" r=".78">
        <stop stop-color={mixed(tone, "white", 38)} />
        <stop offset=".45" stop-color={colour(tone)} />
        <stop offset="1" stop-color={dark} />
      </radialGradient>
    );
  const [from, middle, to] = kind === "plate" ? [bright, ".5", dim] : [dark, ".6", bright];
  return (
    <linearGradient id={id} x1={kind === "sunk" ? ".2" : "0"} x2={kind === "sunk" ? ".5" : ".3"} y2="1">
      <stop stop-color={from} />
      <stop offset={middle} stop-color={colour(tone)} />
      <stop offset="1" stop-color={to} />
    </linearGradient>
  );
}
