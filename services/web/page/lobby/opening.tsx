/** Opening: the form that opens a table; what can be agreed on is as the kind tells it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { span } from "../clock.ts";
import { act } from "../me.ts";
import { attempt } from "../notices.tsx";
import { go } from "../router.ts";
import { word } from "../shell/word.tsx";
import type { GameView, Kind } from "../wire.ts";
import { said } from "../words.ts";
import { playQuickly } from "./tables.ts";
import { t } from "./words.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = [10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY];
const CAP = { least: 500, most: 2000, step: 50 }; // The last stands for no cap at all.

type Value = number | boolean | string;

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

/** The two ways to come to play a kind. */
export function PlayButtons({ kind, open }: { kind: Kind; open: () => void }) {
  const name = said(kind.name);
  return (
    <div class="row">
      <button
        type="button"
        class="main"
        aria-label={t("quickWith", { name })}
        onClick={() => void playQuickly(kind.kind)}
      >
        {t("quick")}
      </button>
      <button type="button" aria-label={t("openOf", { name })} onClick={open}>
        {t("open")}
      </button>
    </div>
  );
}

/** Asks for the terms of a table of one kind; `done` closes the form. */
export function Opening({ kind, done }: { kind: Kind; done: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const size = useSignal(kind.seats[0] ?? 2);
  const limit = useSignal(kind.limit.default);
  const cap = useSignal(CAP.most);
  const robots = useSignal<Record<number, string>>({});
  const options = useSignal<Record<string, Value>>({});
  const busy = useSignal(false);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input, button")?.focus(), []);

  async function open(): Promise<void> {
    busy.value = true;
    const seated = Object.entries(robots.value).filter(([seat, level]) => level && Number(seat) < size.value);
    const body = {
      kind: kind.kind,
      seats: size.value,
      limit_seconds: limit.value,
      options: options.value,
      robots: seated.map(([, level]) => level),
      ...(cap.value < CAP.most && { strength_max: cap.value }),
      ...(kind.word && word.value && { word: word.value }),
    };
    const game = await attempt(() => act<GameView>("POST", "/v1/games", body));
    busy.value = false;
    if (game) go(`/tables/${game.id}`);
  }

  return (
    <form
      ref={form}
      class="card opening"
      aria-label={t("openOf", { name: said(kind.name) })}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
      onKeyDown={(event) => event.key === "Escape" && done()}
    >
      <h2>{t("openOf", { name: said(kind.name) })}</h2>
      <div class="fields">
        {kind.seats.length > 1 && (
          <Choice
            label={t("seatsWanted")}
            value={size.value}
            values={[...kind.seats].sort((one, two) => one - two).map((seats) => [seats, String(seats)])}
            choose={(seats) => {
              size.value = Number(seats);
            }}
          />
        )}
        <Choice
          label={t(kind.limit.counts === "start" ? "limitAll" : "limit")}
          value={limit.value}
          values={limitsOf(kind).map((seconds) => [seconds, span(seconds)])}
          choose={(seconds) => {
            limit.value = Number(seconds);
          }}
        />
        {Object.entries(kind.options).map(([name, option]) => (
          <OptionField
            key={name}
            name={name}
            option={option as Option}
            set={(value) => {
              options.value = { ...options.value, [name]: value };
            }}
          />
        ))}
        <label>
          <span>
            {t("strengthMost")}: <strong>{cap.value < CAP.most ? cap.value : t("noCap")}</strong>
          </span>
          <input
            type="range"
            min={CAP.least}
            max={CAP.most}
            step={CAP.step}
            value={cap.value}
            aria-valuetext={cap.value < CAP.most ? String(cap.value) : t("noCap")}
            onInput={(event) => {
              cap.value = event.currentTarget.valueAsNumber;
            }}
          />
        </label>
        {kind.robots.length > 0 &&
          Array.from({ length: size.value - 1 }, (_, place) => place + 1).map((seat) => (
            <Choice
              key={seat}
              label={t("robotAt", { seat: seat + 1 })}
              value={robots.value[seat] ?? ""}
              values={[
                ["", t("nobody")],
                ...kind.robots.map((robot): [string, string] => [robot.level, t("ofStrength", robot)]),
              ]}
              choose={(level) => {
                robots.value = { ...robots.value, [seat]: level };
              }}
            />
          ))}
      </div>
      <p class="muted">{wordNote(kind)}</p>
      <div class="row">
        <button type="submit" class="main" disabled={busy.value}>
          {t("doOpen")}
        </button>
        <button type="button" onClick={done}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}

function wordNote(kind: Kind): string {
  if (kind.word) return t(word.value ? "withWord" : "withoutWord");
  return t("wordNotOffered");
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
