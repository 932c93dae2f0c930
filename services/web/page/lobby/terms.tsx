/** Terms: the fields in which a table's terms are chosen; what there is to choose is as the kind tells it. */
import { span } from "../clock.ts";
import type { Kind } from "../wire.ts";
import { t } from "./words.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = [10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY];
const CAP = { least: 500, most: 2000, step: 50 }; // The last stands for no cap at all.

type Value = number | boolean | string;

export interface Terms {
  seats: number;
  limit: number; // Seconds.
  cap: number;
  robots: Record<number, string>; // Their levels, by place.
  options: Record<string, Value>;
}

/** A kind's option as JSON Schema tells it. */
interface Option {
  type?: string;
  enum?: Value[];
  minimum?: number;
  maximum?: number;
  default?: Value;
  title?: string;
  description?: string;
}

/** Returns the terms a kind begins with. */
export function usual(kind: Kind): Terms {
  return { seats: kind.seats[0] ?? 2, limit: kind.limit.default, cap: CAP.most, robots: {}, options: {} };
}

/** Returns what the server is asked for. */
export function wished(kind: Kind, terms: Terms, word: string): object {
  const robots = Object.entries(terms.robots).filter(([seat, level]) => level && Number(seat) < terms.seats);
  return {
    kind: kind.kind,
    seats: terms.seats,
    limit_seconds: terms.limit,
    options: terms.options,
    robots: robots.map(([, level]) => level),
    ...(terms.cap < CAP.most && { strength_max: terms.cap }),
    ...(kind.word && word && { word }),
  };
}

interface Chosen {
  kind: Kind;
  terms: Terms;
  set: (change: Partial<Terms>) => void;
}

export function TermsFields({ kind, terms, set }: Chosen) {
  const seats = [...kind.seats].sort((one, two) => one - two);
  return (
    <div class="fields">
      {seats.length > 1 && (
        <Choice
          label={t("seatsWanted")}
          value={terms.seats}
          values={seats.map((count) => [count, String(count)])}
          choose={(count) => set({ seats: Number(count) })}
        />
      )}
      <Choice
        label={t(kind.limit.counts === "start" ? "limitAll" : "limit")}
        value={terms.limit}
        values={limitsOf(kind).map((seconds) => [seconds, span(seconds)])}
        choose={(seconds) => set({ limit: Number(seconds) })}
      />
      {Object.entries(kind.options).map(([name, option]) => (
        <OptionField
          key={name}
          name={name}
          option={option as Option}
          set={(value) => set({ options: { ...terms.options, [name]: value } })}
        />
      ))}
      <Cap terms={terms} set={set} />
      <Robots kind={kind} terms={terms} set={set} />
    </div>
  );
}

function Cap({ terms, set }: Omit<Chosen, "kind">) {
  const most = terms.cap < CAP.most ? String(terms.cap) : t("noCap");
  return (
    <label>
      <span>
        {t("strengthMost")}: <strong>{most}</strong>
      </span>
      <input
        type="range"
        min={CAP.least}
        max={CAP.most}
        step={CAP.step}
        value={terms.cap}
        aria-valuetext={most}
        onInput={(event) => set({ cap: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
}

/** Each place but the opener's can be given to a robot. */
function Robots({ kind, terms, set }: Chosen) {
  if (kind.robots.length === 0) return null;
  const levels = kind.robots.map((robot): [string, string] => [robot.level, t("ofStrength", robot)]);
  return Array.from({ length: terms.seats - 1 }, (_, place) => place + 1).map((seat) => (
    <Choice
      key={seat}
      label={t("robotAt", { seat: seat + 1 })}
      value={terms.robots[seat] ?? ""}
      values={[["", t("nobody")], ...levels]}
      choose={(level) => set({ robots: { ...terms.robots, [seat]: level } })}
    />
  ));
}

function Choice<V extends string | number>(props: {
  label: string;
  value: V;
  values: [V, string][];
  choose: (value: string) => void;
}) {
  return (
    <label>
      {props.label}
      <select value={props.value} onChange={(event) => props.choose(event.currentTarget.value)}>
        {props.values.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function OptionField({ name, option, set }: { name: string; option: Option; set: (value: Value) => void }) {
  const label = option.title ?? name;
  const values = option.enum ?? whole(option);
  if (option.type === "boolean") {
    return (
      <label class="check" title={option.description}>
        <input
          type="checkbox"
          defaultChecked={option.default === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        {label}
      </label>
    );
  }
  if (values) {
    return (
      <label title={option.description}>
        {label}
        <select
          defaultValue={String(option.default)}
          onChange={(event) => set(values[event.currentTarget.selectedIndex] ?? "")}
        >
          {values.map((value) => (
            <option key={String(value)} selected={value === option.default}>
              {String(value)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label title={option.description}>
      {label}
      <input
        type="text"
        defaultValue={String(option.default ?? "")}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

/** Returns the few whole numbers an option may be. */
function whole({ type, minimum, maximum }: Option): number[] | null {
  if (type !== "integer" || minimum === undefined || maximum === undefined) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, more) => minimum + more);
}

function limitsOf({ limit }: Kind): number[] {
  const offered = LIMITS.filter((seconds) => seconds >= limit.least && seconds <= limit.most);
  return [...new Set([...offered, limit.default])].sort((one, two) => one - two);
}
