/** For you: what waits for this reader: turns, invitations, rematches. */
import { now, span } from "../clock.ts";
import { kindName } from "../kinds.ts";
import { act } from "../me.ts";
import { mine } from "../mine.ts";
import { attempt } from "../notices.tsx";
import { go, path } from "../router.ts";
import { nameOf } from "../shell/name.tsx";
import type { GameView, Mine, Turn } from "../wire.ts";
import { t } from "./words.ts";

/** Shows what waits for whoever reads, and nothing where nothing does. */
export function ForYou() {
  const { invitations, turns, reminders } = mine.value;
  const offered = offeredRematches();
  if (invitations.length + turns.length + offered.length === 0) return null;
  return (
    <section class="card foryou" aria-label={t("forYou")}>
      <p class="unseen" role="status">
        {t("waiting", { count: invitations.length + turns.length + offered.length })}
      </p>
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

/** Says on every other page how much waits, and leads there. */
export function Waiting() {
  const elsewhere = mine.value.turns.filter((turn) => path.value !== `/tables/${turn.game}`);
  const count = elsewhere.length + mine.value.invitations.length;
  return (
    <span role="status">
      {count > 0 && path.value !== "/" && (
        <a class="waiting" href="/" title={t("waitingHint")}>
          {t("waiting", { count })}
        </a>
      )}
    </span>
  );
}

function offeredRematches(): Mine["rematches"] {
  return mine.value.rematches.filter((one) => !one.new && !one.agreed.includes(one.seat));
}

async function accept(invitation: string): Promise<void> {
  const game = await attempt(() => act<GameView>("POST", `/v1/invitations/${invitation}/accept`));
  if (game) go(`/tables/${game.id}`);
}

function timeLeft({ deadline }: Turn): string {
  return deadline ? t("left", { span: span((Date.parse(deadline) - now.value) / 1000) }) : "";
}
