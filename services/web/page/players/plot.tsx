/** Plot: how strong somebody was over time, as a line. */
import { day, moment } from "../clock.ts";
import { t } from "./words.ts";

export interface Moment {
  at: string;
  skill: number;
}

const WIDTH = 400;
const HEIGHT = 180;
const EDGE = { left: 38, right: 8, top: 10, bottom: 24 };
const LEAST_RANGE = 100; // So that small changes look small.
const LINES = 3;

/** Draws a history, game by game: many are played in an hour. Who cannot see it is told its first, best and last. */
export function Plot({ history, name }: { history: Moment[]; name: string }) {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last || history.length < 2) return <p class="muted">{t("noPlot")}</p>;
  const skills = history.map((one) => one.skill);
  const best = Math.max(...skills);
  const middle = (best + Math.min(...skills)) / 2;
  const range = Math.max(LEAST_RANGE, best - Math.min(...skills)) * 1.1;
  const x = (game: number): number => EDGE.left + (game / (history.length - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (skill: number): number => EDGE.top + (0.5 - (skill - middle) / range) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = levels(middle - range / 2, middle + range / 2);
  return (
    <figure class="plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("plot", { name, games: history.length, first: first.skill, best, last: last.skill })}
      >
        {marks.map((level) => (
          <g key={level}>
            <line class="level" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(level)} y2={y(level)} />
            <text x={EDGE.left - 6} y={y(level) + 4} text-anchor="end">
              {level}
            </text>
          </g>
        ))}
        <polyline points={history.map((one, game) => `${x(game).toFixed(1)},${y(one.skill).toFixed(1)}`).join(" ")} />
        <circle cx={x(history.length - 1)} cy={y(last.skill)} r="4" />
        <text x={EDGE.left} y={HEIGHT - 6}>
          {day(first.at)}
        </text>
        <text x={WIDTH - EDGE.right} y={HEIGHT - 6} text-anchor="end">
          {day(last.at)}
        </text>
        {history.map((one, game) => (
          <circle key={game} class="spot" cx={x(game)} cy={y(one.skill)} r="8">
            <title>{`${one.skill} · ${moment(one.at)}`}</title>
          </circle>
        ))}
      </svg>
    </figure>
  );
}

/** Returns a few round numbers between two. */
function levels(least: number, most: number): number[] {
  const step = [10, 20, 25, 50, 100, 200, 250, 500, 1000].find((one) => (most - least) / one <= LINES + 1) ?? 2000;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, number) => first + number * step);
}
