/** Players: who sits where, whose turn it is, how much time is left, and how they stand. */
import { now, span } from "../clock.ts";
import { me } from "../me.ts";
import { Drawings, Lights } from "../scene/draw.tsx";
import type { Emblem, Scene, Shape } from "../scene/scene.ts";
import { box } from "../scene/steer.ts";
import { Name } from "../shell/name.tsx";
import type { GameView, Person } from "../wire.ts";
import { said } from "../words.ts";
import { t } from "./words.ts";

export function Players({ view, scene }: { view: GameView; scene: Scene }) {
  const sitting = view.seats.length > 0;
  const free = sitting ? 0 : view.size - view.members.length;
  return (
    <section class="players" aria-label={t("players")}>
      <ol>
        {sitting
          ? view.seats.map((one) => (
              <li key={one.seat} class={view.to_move.includes(one.seat) ? "on-turn" : ""}>
                <Sign emblem={scene.emblems?.[one.seat]} />
                <span class="who">
                  <Who person={one.player} />
                  <Standing view={view} seat={one.seat} />
                  <Turn view={view} seat={one.seat} />
                </span>
              </li>
            ))
          : view.members.map((one) => (
              <li key={one.id}>
                <span class="who">
                  <Who person={one} />
                  {one.id === view.host && <span class="muted">{t("host")}</span>}
                </span>
              </li>
            ))}
        {Array.from({ length: free }, (_, place) => (
          <li key={place} class="muted free">
            {t("seatFree")}
          </li>
        ))}
      </ol>
      <Series view={view} />
    </section>
  );
}

function Who({ person }: { person: Person | null }) {
  return (
    <span>
      <Name person={person} />
      {person && person.id === me.value?.id && <span class="mark">{t("you")}</span>}
    </span>
  );
}

/** What tells a seat's things from the others', drawn as on the board. */
function Sign({ emblem }: { emblem: Emblem | undefined }) {
  if (!emblem) return null;
  const far = reach(emblem.shapes) + EDGE;
  const scene = { width: 0, height: 0, label: emblem.label, shapes: emblem.shapes, regions: [] };
  return (
    <svg class="sign" viewBox={`${-far} ${-far} ${2 * far} ${2 * far}`} role="img" aria-label={said(emblem.label)}>
      <title>{said(emblem.label)}</title>
      <Lights scene={scene} />
      <Drawings shapes={emblem.shapes} />
    </svg>
  );
}

/** Returns how far shapes reach from 0, 0, up or to a side. */
function reach(shapes: Shape[]): number {
  const reaches = shapes.map((shape) => {
    if (shape.type === "words" || shape.type === "group") return 0;
    if (shape.type === "line") return Math.max(...shape.points.flat().map(Math.abs));
    const { x, y, width, height } = box(shape);
    return Math.max(Math.abs(x), Math.abs(y), Math.abs(x + width), Math.abs(y + height));
  });
  return Math.max(...reaches);
}

function Standing({ view, seat }: { view: GameView; seat: number }) {
  const left = view.seats[seat]?.left;
  const place = (view.result?.places.findIndex((seats) => seats.includes(seat)) ?? -1) + 1;
  const points = view.result?.points?.[seat] ?? view.result?.scores?.[seat];
  const parts = [
    left && t(left === "time" ? "ranOut" : "left"),
    place > 0 && t("place", { place }),
    points !== undefined && t("points", { points }),
  ].filter(Boolean);
  return parts.length > 0 ? <span class="muted">{parts.join(" · ")}</span> : null;
}

function Turn({ view, seat }: { view: GameView; seat: number }) {
  if (!view.to_move.includes(seat)) return null;
  return (
    <span class="turn">
      {t("onTurn")}
      {view.deadline && <TimeLeft until={view.deadline} />}
    </span>
  );
}

const HURRY_SECONDS = 20;
const EDGE = 4; // Around an emblem, for its outline.

/** Counts down; read aloud only when it is looked for. */
function TimeLeft({ until }: { until: string }) {
  const seconds = (Date.parse(until) - now.value) / 1000;
  return (
    <span class={`time${seconds < HURRY_SECONDS ? " hurry" : ""}`} role="timer">
      {` · ${t("timeLeft", { span: span(seconds) })}`}
    </span>
  );
}

function Series({ view }: { view: GameView }) {
  const { series } = view;
  if (!series || series.games === 0) return null;
  const won = series.won.map((one) => `${one.player.name} ${one.games}`);
  if (series.drawn > 0) won.push(t("seriesDrawn", { drawn: series.drawn }));
  return (
    <p class="muted">
      {t("series", { games: series.games })}: {won.join(" · ")}
    </p>
  );
}
