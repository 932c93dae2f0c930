/** Player: goes through the positions of a game by slider, buttons and keys, or by itself. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { moment } from "../clock.ts";
import { tell } from "../notices.tsx";
import { go } from "../router.ts";
import { said } from "../words.ts";
import type { Position } from "./record.ts";
import { t } from "./words.ts";

const STEP_MS = 1_000; // Between two positions at speed 1.
const SPEEDS = [0.5, 1, 2, 4, 8];
const SIGNS = {
  first: "M3 3h3v14H3zM17 3v14L7 10z",
  back: "M15 3v14L5 10z",
  play: "M5 2v16l13-8z",
  pause: "M4 3h4v14H4zM12 3h4v14h-4z",
  on: "M5 3v14l10-7z",
  last: "M17 3h-3v14h3zM3 3v14l10-7z",
};
const REST_MS = 300; // Before the address tells the position that is shown.

interface Shown {
  game: string;
  positions: readonly Position[];
  index: number;
  goes: boolean; // Whether positions may yet be added.
  abreast: boolean;
  show(index: number): void;
}

export function Player({ game, positions, index, goes, abreast, show }: Shown) {
  const playing = useSignal(false);
  const speed = useSignal(1);
  const last = positions.length - 1;
  const position = positions[index] as Position;
  const address = `/replay/${game}?version=${position.version}${abreast ? "&abreast=1" : ""}`;

  function play(): void {
    if (!playing.value && index === last) show(0);
    playing.value = !playing.value;
  }

  function step(to: number): void {
    playing.value = false;
    show(Math.min(Math.max(to, 0), last));
  }

  useEffect(() => {
    if (!playing.value) return;
    if (index === last && !goes) playing.value = false;
    else if (index < last) {
      const timer = setTimeout(() => show(index + 1), STEP_MS / speed.value);
      return () => clearTimeout(timer);
    }
    return;
  }, [playing.value, speed.value, index, last]);

  useEffect(() => {
    if (playing.value) return;
    const timer = setTimeout(() => go(address, { replace: true }), REST_MS);
    return () => clearTimeout(timer);
  }, [playing.value, address]);

  useKeys({
    ArrowLeft: () => step(index - 1),
    ArrowRight: () => step(index + 1),
    Home: () => step(0),
    End: () => step(last),
    " ": play,
  });

  return (
    <section class="player card" aria-label={t("controls")}>
      <input
        type="range"
        min="0"
        max={last}
        value={index}
        aria-label={t("position")}
        aria-valuetext={`${t("place", { place: index + 1, all: last + 1 })}: ${said(position.scene.label)}`}
        onInput={(event) => step(event.currentTarget.valueAsNumber)}
      />
      <div class="row">
        <Step name="first" off={index === 0} does={() => step(0)} />
        <Step name="back" off={index === 0} does={() => step(index - 1)} />
        <Step name={playing.value ? "pause" : "play"} off={last === 0} does={play} />
        <Step name="on" off={index === last} does={() => step(index + 1)} />
        <Step name="last" off={index === last} does={() => step(last)} />
        <label class="check">
          {t("speed")}
          <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one.toLocaleString()}×
              </option>
            ))}
          </select>
        </label>
        <output>{t("place", { place: index + 1, all: last + 1 })}</output>
        {position.at && !abreast && <time dateTime={position.at}>{moment(position.at)}</time>}
        <a href={address} onClick={(event) => copy(event, address)}>
          {t("link")}
        </a>
      </div>
      <p class="muted">{goes ? t("live") : t("keys")}</p>
    </section>
  );
}

function Step({ name, off, does }: { name: keyof typeof SIGNS; off: boolean; does(): void }) {
  return (
    <button type="button" aria-label={t(name)} title={t(name)} disabled={off} onClick={does}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={SIGNS[name]} />
      </svg>
    </button>
  );
}

/** Copies the link where the browser lets it; elsewhere it is there to be copied by hand. */
function copy(event: MouseEvent, address: string): void {
  if (!navigator.clipboard) return;
  event.preventDefault();
  void navigator.clipboard.writeText(new URL(address, location.href).href).then(() => tell(t("copied")));
}

/** Does these things by key wherever the focus is, but where the key has a meaning there already. */
function useKeys(does: { [key: string]: () => void }): void {
  const latest = useRef(does);
  latest.current = does;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = latest.current[event.key];
      const target = event.target as Element;
      const own = event.key === " " ? "button, a, summary, input[type=radio]" : "input";
      if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest(`${own}, select, textarea, input[type=text], input[type=password]`)) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
