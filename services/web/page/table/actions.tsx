/** Actions: leaving, another round, and what else can be done beside the board. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { act } from "../me.ts";
import { mine } from "../mine.ts";
import { attempt, tell } from "../notices.tsx";
import { go } from "../router.ts";
import { Dialog } from "../shell/dialog.tsx";
import type { GameView } from "../wire.ts";
import { named } from "./news.ts";
import { t } from "./words.ts";

type Rematch = NonNullable<GameView["rematch"]>;

/** Beside a running game: leaving it, after a second thought. */
export function Leave({ view }: { view: GameView }) {
  const asked = useSignal(false);
  const leave = async (): Promise<void> => {
    asked.value = false;
    const left = await attempt(() => act<GameView | "">("DELETE", `/v1/games/${view.id}/members/me`));
    if (left === "") go("/"); // It cost nothing, and nothing has changed at the table.
  };
  return (
    <>
      <button type="button" onClick={() => (asked.value = true)}>
        {t("leave")}
      </button>
      {asked.value && (
        <Dialog title={t("leaveSure")} close={() => (asked.value = false)}>
          <p>{t("leaveCost")}</p>
          <div class="row">
            <button type="button" onClick={() => (asked.value = false)}>
              {t("stay")}
            </button>
            <button type="button" class="grave" onClick={leave}>
              {t("leave")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** After the end: another round, if those who played agree; whoever agreed is taken there as it begins. */
export function Again({ view, seat }: { view: GameView; seat: number | null }) {
  const told = useSignal<Rematch | null>(null);
  const heard = mine.value.rematches.find((one) => one.game === view.id);
  const agreed = heard?.agreed ?? told.value?.agreed ?? view.rematch?.agreed ?? [];
  const next = heard?.new ?? told.value?.game ?? view.rematch?.game ?? null;
  const willing = seat !== null && agreed.includes(seat);
  const asked = told.value !== null;
  useEffect(() => {
    if (next !== null && willing && asked) go(`/tables/${next}`);
  }, [next, willing, asked]);
  if (next !== null)
    return (
      <a class="button main" href={`/tables/${next}`}>
        {t("toNext")}
      </a>
    );
  if (seat === null || !view.rematch) return null;
  const say = async (method: "POST" | "DELETE"): Promise<void> => {
    const answer = await attempt(() => act<Rematch>(method, `/v1/games/${view.id}/rematch`));
    if (answer) told.value = answer;
  };
  if (willing)
    return (
      <>
        <p role="status">{t("againWaits")}</p>
        <button type="button" onClick={() => say("DELETE")}>
          {t("againNot")}
        </button>
      </>
    );
  return (
    <>
      {agreed.length > 0 && <p role="status">{t("againAsked", { names: named(view, agreed) })}</p>}
      <button type="button" class="main" onClick={() => say("POST")}>
        {t("again")}
      </button>
      {agreed.length > 0 && (
        <button type="button" onClick={() => say("DELETE")}>
          {t("againNot")}
        </button>
      )}
    </>
  );
}

export function Share() {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      tell(t("shared_"));
    } catch {
      tell(location.href); // No clipboard without TLS: the reader copies it.
    }
  };
  return (
    <button type="button" onClick={copy}>
      {t("share")}
    </button>
  );
}
