/** Mine: what waits for this reader: turns, invitations, rematches. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { now, span } from "../clock.ts";
import { kindName } from "../kinds.ts";
import { act, me } from "../me.ts";
import { attempt } from "../notices.tsx";
import { go } from "../router.ts";
import { nameOf } from "../shell/name.tsx";
import { follow } from "../stream.ts";
import type { GameView, Mine, Turn } from "../wire.ts";
import { t } from "./words.ts";

const mine = signal<Mine | null>(null);

/** Shows what waits for whoever reads, and nothing where nothing does. */
export function ForYou() {
  const id = me.value?.id;
  useEffect(() => {
    mine.value = null;
    return id
      ? follow<Mine>("me", ({ data }) => {
          mine.value = data;
        })
      : undefined;
  }, [id]);
  const { invitations = [], turns = [], rematches = [], reminders = [] } = mine.value ?? {};
  const offered = rematches.filter((one) => !one.new && !one.agreed.includes(one.seat));
  if (invitations.length + turns.length + offered.length === 0) return null;
  return (
    <section class="card foryou" aria-label={t("forYou")} aria-live="polite">
      {turns.length > 0 && <h2>{t("turns")}</h2>}
      <ul>
        {turns.map((turn) => (
          <li key={turn.game}>
            <a class="button main" href={`/tables/${turn.game}`}>
              {kindName(turn.kind)}
            </a>
            <span class="muted">
              {timeLeft(turn)}
              {reminders.some((one) => one.game === turn.game) && <strong> · {t("hurry")}</strong>}
            </span>
          </li>
        ))}
      </ul>
      {invitations.length > 0 && <h2>{t("invitations")}</h2>}
      <ul>
        {invitations.map((one) => (
          <li key={one.id}>
            <span>{t("invited", { name: nameOf(one.inviter), game: kindName(one.kind) })}</span>
            <button type="button" class="main" onClick={() => void accept(one.id)}>
              {t("accept")}
            </button>
            <button type="button" onClick={() => void attempt(() => act("POST", `/v1/invitations/${one.id}/decline`))}>
              {t("decline")}
            </button>
          </li>
        ))}
      </ul>
      {offered.length > 0 && <h2>{t("rematches")}</h2>}
      <ul>
        {offered.map((one) => (
          <li key={one.game}>
            <a class="button" href={`/tables/${one.game}`}>
              {t("rematch", { game: kindName(one.kind) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function accept(invitation: string): Promise<void> {
  const game = await attempt(() => act<GameView>("POST", `/v1/invitations/${invitation}/accept`));
  if (game) go(`/tables/${game.id}`);
}

function timeLeft({ deadline }: Turn): string {
  return deadline ? t("left", { span: span((Date.parse(deadline) - now.value) / 1000) }) : "";
}
