/** Standing: how somebody has fared in a kind, in numbers. */
import type { Person } from "../wire.ts";
import type { Moment } from "./plot.tsx";
import { t } from "./words.ts";

export interface Numbers {
  skill: number;
  deviation: number;
  points: number | null;
  played: number;
  won: number;
  drawn: number;
  left: number;
}

export interface InKind extends Numbers {
  changes: { game: string; at: string; text: { de: string; en: string } }[];
  history: Moment[];
}

export interface PlayerPage {
  player: Person;
  kinds: Record<string, InKind>;
}

const UNSURE = 100; // A deviation above this is said beside the strength.

export function Skill({ numbers }: { numbers: Numbers }) {
  const unsure = numbers.deviation > UNSURE;
  const title = t("unsure", { deviation: numbers.deviation });
  return (
    <>
      {numbers.skill}
      {unsure && (
        <span class="muted" title={title}>
          {" "}
          <span aria-hidden="true">?</span>
          <span class="unseen">({title})</span>
        </span>
      )}
    </>
  );
}

export function Standing({ numbers }: { numbers: Numbers }) {
  const parts: [string, number | null][] = [
    [t("points"), numbers.points],
    [t("played"), numbers.played],
    [t("won"), numbers.won],
    [t("drawn"), numbers.drawn],
    [t("left"), numbers.left],
  ];
  return (
    <dl class="standing">
      <div>
        <dt>{t("skill")}</dt>
        <dd>
          <Skill numbers={numbers} />
        </dd>
      </div>
      {parts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
