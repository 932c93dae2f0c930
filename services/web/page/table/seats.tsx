/** Seats: an open table: who joins, who else is asked, and when it begins. */
import { useSignal } from "@preact/signals";
import { kinds } from "../kinds.ts";
import { act, me } from "../me.ts";
import { attempt, tell } from "../notices.tsx";
import { go } from "../router.ts";
import { word } from "../shell/word.tsx";
import type { GameView } from "../wire.ts";
import { enough } from "./news.ts";
import { t } from "./words.ts";

/**
 * What is done here is told by the stream, as to everybody; but whoever has sat down looks at once, since a stream that
 * asks for the onlookers' talk is refused to players.
 */
export function Seats({ view, look }: { view: GameView; look: () => Promise<void> }) {
  const path = `/v1/games/${view.id}`;
  const member = view.members.some((one) => one.id === me.value?.id);
  if (!member)
    return (
      <button
        type="button"
        class="main"
        onClick={async () => {
          await attempt(() => act("POST", `${path}/members`, word.value && view.locked ? { word: word.value } : {}));
          await look();
        }}
      >
        {t("join")}
      </button>
    );
  const host = view.host === me.value?.id;
  return (
    <>
      <div class="row">
        {host && (
          <button
            type="button"
            class="main"
            disabled={!enough(view)}
            onClick={() => attempt(() => act("POST", `${path}/start`))}
          >
            {t("start")}
          </button>
        )}
        <button
          type="button"
          onClick={async () => {
            if ((await attempt(() => act("DELETE", `${path}/members/me`))) !== undefined) go("/");
          }}
        >
          {t("leaveTable")}
        </button>
      </div>
      <Invite view={view} />
      {host && <Robots view={view} />}
      {host && <PutOut view={view} />}
      {host && kinds.value.get(view.kind)?.word && <Lock view={view} />}
    </>
  );
}

function Invite({ view }: { view: GameView }) {
  const name = useSignal("");
  const asked = async (event: Event): Promise<void> => {
    event.preventDefault();
    const who = name.value.trim();
    const done = await attempt(() => act("POST", `/v1/games/${view.id}/invitations`, { name: who }));
    if (done === undefined) return;
    tell(t("invited", { name: who }));
    name.value = "";
  };
  return (
    <form class="row" onSubmit={asked}>
      <input
        required
        maxLength={24}
        autocomplete="off"
        aria-label={t("inviteName")}
        placeholder={t("inviteName")}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit">{t("invite")}</button>
    </form>
  );
}

function Robots({ view }: { view: GameView }) {
  const robots = kinds.value.get(view.kind)?.robots ?? [];
  if (robots.length === 0 || view.members.length >= view.size) return null;
  const seat = (level: string) => attempt(() => act("POST", `/v1/games/${view.id}/members`, { robot: level }));
  return (
    <fieldset class="row">
      <legend>{t("robot")}</legend>
      {robots.map((robot) => (
        <button key={robot.level} type="button" onClick={() => seat(robot.level)}>
          {robot.name} <span class="muted">{t("strength", { strength: robot.strength })}</span>
        </button>
      ))}
    </fieldset>
  );
}

function PutOut({ view }: { view: GameView }) {
  const others = view.members.filter((one) => one.id !== me.value?.id);
  return (
    <>
      {others.map((one) => (
        <button
          key={one.id}
          type="button"
          class="small"
          onClick={() => attempt(() => act("DELETE", `/v1/games/${view.id}/members/${one.id}`))}
        >
          {t("putOut", { name: one.name })}
        </button>
      ))}
    </>
  );
}

function Lock({ view }: { view: GameView }) {
  const change = (to: string | null) =>
    to === "" ? tell(t("lockHow")) : attempt(() => act("PATCH", `/v1/games/${view.id}`, { word: to }));
  return (
    <div class="row">
      <button type="button" onClick={() => change(word.value)}>
        {t("lock")}
      </button>
      {view.locked && (
        <button type="button" onClick={() => change(null)}>
          {t("unlock")}
        </button>
      )}
    </div>
  );
}
