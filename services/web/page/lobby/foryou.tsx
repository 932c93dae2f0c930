/** For you: what waits for this reader: turns, invitations, rematches. */
import type { ComponentChildren } from "preact";
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
  const { invitations, turns } = mine.value;
  const offered = mine.value.rematches.filter((one) => !one.new && !one.agreed.includes(one.seat));
  const count = invitations.length + turns.length + offered.length;
  if (count === 0) return null;
  return (
    <section class="card foryou" aria-label={t("forYou")}>
      <p class="unseen" role="status">
        {t("waiting", { count })}
      </p>
      <Waits title={t("turns")}>{turns.map(turnItem)}</Waits>
      <Waits title={t("invitations")}>{invitations.map(invitationItem)}</Waits>
      <Waits title={t("rematches")}>
        {offered.map((one) => (
          <li key={one.game}>
            <a class="button" href={`/tables/${one.game}`}>
              {t("rematch", { game: kindName(one.kind) })}
            </a>
          </li>
        ))}
      </Waits>
    </section>
  );
}

function Waits({ title, children }: { title: string; children: ComponentChildren[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </>
  );
}

function turnItem(turn: Turn) {
  const pressing = mine.value.reminders.some((one) => one.game === turn.game);
  const seconds = turn.deadline && (Date.parse(turn.deadline) - now.value) / 1000;
  return (
    <li key={turn.game}>
      <a class="button main" href={`/tables/${turn.game}`}>
        {kindName(turn.kind)}
      </a>
      <span class="muted">
        {seconds && t("left", { span: span(seconds) })}
        {pressing && <strong> · {t("hurry")}</strong>}
      </span>
    </li>
  );
}

function invitationItem(one: Mine["invitations"][number]) {
  return (
    <li key={one.id}>
      <span>{t("invited", { name: nameOf(one.inviter), game: kindName(one.kind) })}</span>
      <button type="button" class="main" onClick={() => void accept(one.id)}>
        {t("accept")}
      </button>
      <button type="button" onClick={() => void attempt(() => act("POST", `/v1/invitations/${one.id}/decline`))}>
        {t("decline")}
      </button>
    </li>
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

async function accept(invitation: string): Promise<void> {
  const game = await attempt(() => act<GameView>("POST", `/v1/invitations/${invitation}/accept`));
  if (game) go(`/tables/${game.id}`);
}
