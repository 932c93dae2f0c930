/** Replay: a game move by move, from its opening on, at any speed. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ask, Refused } from "../api.ts";
import { kindName, kinds } from "../kinds.ts";
import { attempt } from "../notices.tsx";
import { query } from "../router.ts";
import { Board } from "../scene/board.tsx";
import { nameOf } from "../shell/name.tsx";
import { Loading, Nowhere, Page } from "../shell/page.tsx";
import { Panels } from "../table/panels.tsx";
import type { GameView, Person } from "../wire.ts";
import { Fairness } from "./fairness.tsx";
import { Player } from "./player.tsx";
import { load } from "./record.ts";
import { t } from "./words.ts";

const hasEnded = (view: GameView): boolean => view.status === "finished" || view.status === "aborted";

export function Replay({ game = "" }: { game?: string }) {
  const view = useSignal<GameView | null | undefined>(undefined);

  async function look(): Promise<void> {
    try {
      view.value = await ask<GameView>("GET", `/v1/games/${encodeURIComponent(game)}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      view.value = null;
    }
  }

  useEffect(() => void attempt(look), [game]);
  if (view.value === undefined) return <Loading />;
  if (view.value === null) return <Nowhere />;
  return <Recorded view={view.value} look={look} />;
}

function Recorded({ view, look }: { view: GameView; look(): Promise<void> }) {
  const asked = new URLSearchParams(query.peek());
  const ended = hasEnded(view);
  const abreast = useSignal(ended && asked.has("abreast"));
  const wanted = useSignal(Number(asked.get("version")) || (ended ? 0 : Number.POSITIVE_INFINITY));
  const record = useMemo(() => load(view.id, { ended, abreast: abreast.value }), [view.id, ended, abreast.value]);
  useEffect(() => record.close, [record]);
  useEffect(() => record.whole.subscribe((whole) => whole && !ended && void attempt(look)), [record]);

  const positions = record.positions.value;
  const after = positions.findIndex((one) => one.version > wanted.value);
  const index = Math.max(0, (after < 0 ? positions.length : after) - 1);
  const position = positions[index];
  const title = t("title", { kind: kindName(view.kind) });
  if (!position) return <Loading />;
  return (
    <Page title={title} class="replay">
      <p>
        {players(view).map(nameOf).join(" – ")} · <a href={`/tables/${view.id}`}>{t("toTable")}</a>
      </p>
      <Panels scene={position.scene} seat={null}>
        {(panel) => <Board scene={position.scene} panel={panel} />}
      </Panels>
      <Player
        game={view.id}
        positions={positions}
        index={index}
        goes={!ended}
        abreast={abreast.value}
        show={(place) => {
          const last = !ended && place === positions.length - 1;
          wanted.value = last ? Number.POSITIVE_INFINITY : (positions[place]?.version ?? 0);
        }}
      />
      {ended && kinds.value.get(view.kind)?.duel && <Order abreast={abreast} />}
      <Fairness
        view={view}
        luck={record.luck.value}
        goTo={(version) => {
          abreast.value = false;
          wanted.value = version;
        }}
      />
    </Page>
  );
}

/** Returns who plays, by seats as soon as there are any. */
function players(view: GameView): (Person | null)[] {
  return view.seats.length > 0 ? view.seats.map((one) => one.player) : view.members;
}

function Order({ abreast }: { abreast: { value: boolean } }) {
  return (
    <fieldset class="row">
      <legend>{t("order")}</legend>
      {[false, true].map((value) => (
        <label class="check" key={String(value)}>
          <input type="radio" name="order" checked={abreast.value === value} onChange={() => (abreast.value = value)} />
          {t(value ? "abreast" : "played")}
        </label>
      ))}
    </fieldset>
  );
}
