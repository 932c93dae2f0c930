/** Lists: the open tables, to sit down at, and the running games, to watch. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { span } from "../clock.ts";
import { kindName, kinds } from "../kinds.ts";
import { me } from "../me.ts";
import { mine } from "../mine.ts";
import { LockSign } from "../shell/lock.tsx";
import { nameOf } from "../shell/name.tsx";
import { GamePicture } from "../shell/picture.tsx";
import type { GameHead } from "../wire.ts";
import { isMine, myGames, openTables, runningGames, sitDown } from "./tables.ts";
import { t } from "./words.ts";

const SHOWN = 12; // Running games at first, and with each "more".

/** Lists open tables, of one kind or of all. */
export function OpenTables({ kind }: { kind?: string }) {
  const tables = openTables.value.filter((game) => !kind || game.kind === kind);
  return (
    <section aria-label={t("tables")}>
      <h2>{t("tables")}</h2>
      {tables.length === 0 && <p class="muted">{t("noTables")}</p>}
      <ul class="tables">
        {tables.map((game) => (
          <li key={game.id}>
            <button type="button" onClick={() => void sitDown(game)}>
              <Seats game={game} />
              <span class="what">
                <strong>{kindName(game.kind)}</strong>
                <span class="muted">
                  {isMine(game) ? t("yours") : t("hostIs", { name: game.members.map(nameOf).join(", ") })}
                </span>
              </span>
              <span class="terms">
                {game.locked && <LockSign label={t("locked")} />}
                {game.strength_max !== null && <span>{t("cap", { most: game.strength_max })}</span>}
                <span>{limitOf(game)}</span>
              </span>
              <span class="go">{isMine(game) ? t("visit") : t("join")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the games that this reader plays, whoever is on turn. */
export function OwnGames() {
  const games = useSignal<GameHead[]>([]);
  const id = me.value?.id;
  const news = [mine.value, runningGames.value.filter(isMine).length];
  useEffect(() => {
    let gone = false;
    const found = id ? myGames() : Promise.resolve([]);
    void found.then((now) => {
      if (!gone) games.value = now;
    });
    return () => {
      gone = true;
    };
  }, [id, ...news]);
  if (games.value.length === 0) return null;
  return (
    <section aria-label={t("own")}>
      <h2>{t("own")}</h2>
      <Games games={games.value} />
    </section>
  );
}

/** Lists running games with small pictures: all of one kind, or those of others. */
export function RunningGames({ kind }: { kind?: string }) {
  const shown = useSignal(SHOWN);
  const games = runningGames.value.filter((game) => (kind ? game.kind === kind : !isMine(game)));
  return (
    <section aria-label={t("running")}>
      <h2>{t("running")}</h2>
      {games.length === 0 && <p class="muted">{t("noRunning")}</p>}
      <Games games={games.slice(0, shown.value)} />
      {games.length > shown.value && (
        <button
          type="button"
          onClick={() => {
            shown.value += SHOWN;
          }}
        >
          {t("more")}
        </button>
      )}
    </section>
  );
}

function Games({ games }: { games: GameHead[] }) {
  return (
    <ul class="running">
      {games.map((game) => (
        <li key={game.id}>
          <a href={`/tables/${game.id}`}>
            <GamePicture game={game.id} />
            <strong>{kindName(game.kind)}</strong>
            <span class="muted">{game.seats.map((one) => nameOf(one.player)).join(t("versus"))}</span>
            {mine.value.turns.some((turn) => turn.game === game.id) && <span class="go">{t("turns")}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Seats({ game }: { game: GameHead }) {
  const taken = game.members.length;
  return (
    <span class="seats">
      <span class="unseen">{t("seats", { taken, all: game.size })}</span>
      {Array.from({ length: game.size }, (_, seat) => (
        <span key={seat} class={seat < taken ? "seat taken" : "seat"} aria-hidden="true" />
      ))}
    </span>
  );
}

function limitOf(game: GameHead): string {
  if (game.limit_seconds === null) return "";
  const counts = kinds.value.get(game.kind)?.limit.counts;
  return t(counts === "start" ? "perBoard" : "perMove", { span: span(game.limit_seconds) });
}
