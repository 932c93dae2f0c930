/** Table: one game, from the opening of its table to the next round. */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { TableChat } from "../chat/table.tsx";
import { span } from "../clock.ts";
import { kindName, kinds } from "../kinds.ts";
import { me } from "../me.ts";
import { Board, type Hand } from "../scene/board.tsx";
import { LockSign } from "../shell/lock.tsx";
import { Loading, Nowhere, Page } from "../shell/page.tsx";
import type { GameView } from "../wire.ts";
import { said } from "../words.ts";
import { Again, Leave, Share } from "./actions.tsx";
import { Drafts } from "./drafts.tsx";
import { type Game, openGame, seatOf } from "./game.ts";
import { news } from "./news.ts";
import { Panels } from "./panels.tsx";
import { Players } from "./players.tsx";
import { Seats } from "./seats.tsx";
import { t } from "./words.ts";

export function Table({ game: id = "" }: { game?: string }) {
  const game = useMemo(() => openGame(id), [id]);
  useEffect(() => game.follow(), [game]);
  if (game.missing.value) return <Nowhere />;
  return game.view.value && game.scene.value ? <Shown game={game} /> : <Loading />;
}

function Shown({ game }: { game: Game }) {
  const [view, scene] = [game.view.value, game.scene.value];
  if (!view || !scene) return null;
  const seat = seatOf(view);
  const hand: Hand = { ...view, seat, gathered: game.gathered.value, does: game.does };
  const kind = kindName(view.kind);
  const yours = seat !== null && view.to_move.includes(seat);
  const plays = view.status === "open" ? view.members.some((one) => one.id === me.value?.id) : seat !== null;
  return (
    <Page
      title={yours ? `${t("yourTurn")} · ${kind}` : kind}
      heading={<a href={`/games/${view.kind}`}>{kind}</a>}
      class={`table table-${view.status}`}
    >
      <Terms view={view} />
      <p class="news" role="status">
        {news(view, seat)}
        <span class="unseen">{said(scene.label)}</span>
      </p>
      <div class="board">
        <Panels scene={scene} seat={seat}>
          {(panel) => <Board scene={scene} hand={hand} busy={game.pending.value} panel={panel} />}
        </Panels>
        <Drafts hand={hand} scene={scene} busy={game.pending.value} />
      </div>
      <aside>
        <Players view={view} scene={scene} />
        {view.status === "open" && <Seats view={view} look={game.refresh} />}
        <div class="row">
          {(view.status === "finished" || view.status === "aborted") && <Again view={view} seat={seat} />}
          {view.status === "running" && seat !== null && <Leave view={view} />}
          {view.result && (
            <a class="button" href={`/replay/${view.id}`}>
              {t("replay")}
            </a>
          )}
          <Share />
        </div>
        {view.notation && view.notation.length > 0 && <Moves notation={view.notation} />}
        <TableChat id={view.id} plays={plays} ended={view.status === "finished" || view.status === "aborted"} />
      </aside>
    </Page>
  );
}

/** The moves as people write them down, the latest in sight. */
function Moves({ notation }: { notation: string[] }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [notation.length]);
  return (
    <section class="moves card" aria-labelledby="moves">
      <h2 id="moves">{t("moves")}</h2>
      <ol ref={list} tabIndex={0} aria-labelledby="moves">
        {notation.map((move, place) => (
          <li key={place}>{move}</li>
        ))}
      </ol>
    </section>
  );
}

/** What was agreed on when the table was opened. */
function Terms({ view }: { view: GameView }) {
  const counts = kinds.value.get(view.kind)?.limit.counts;
  const limit = view.limit_seconds && t(counts === "start" ? "perGame" : "perMove", { span: span(view.limit_seconds) });
  const onlooker = view.status === "running" && seatOf(view) === null && t("watching");
  const parts = [onlooker, limit, view.strength_max !== null && t("cap", { most: view.strength_max })];
  return (
    <p class="terms muted">
      {view.locked && <LockSign label={t("locked")} />} {parts.filter(Boolean).join(" · ")}
    </p>
  );
}
