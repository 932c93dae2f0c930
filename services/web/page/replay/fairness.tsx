/** Fairness: what the draws of a game were made of, and whether this browser comes to the same. */
import { useSignal } from "@preact/signals";
import { ask } from "../api.ts";
import { attempt } from "../notices.tsx";
import { nameOf } from "../shell/name.tsx";
import type { GameView } from "../wire.ts";
import { canDraw, commitment, seeded } from "./chance.ts";
import { t } from "./words.ts";

interface Draw {
  version: number;
  label: string;
  sides: number;
  drawn: number;
}

/** What this browser found: whether the seed is the one committed to, and each draw with its own number. */
interface Found {
  sealed: boolean;
  draws: (Draw & { mine: bigint })[];
}

interface Shown {
  view: GameView;
  luck: readonly string[] | null;
  goTo(version: number): void;
}

export function Fairness(props: Shown) {
  const { view, luck } = props;
  if (view.commitment === null)
    return (
      <section class="card fairness">
        <h2>{t("fair")}</h2>
        <p>{t("noLuck")}</p>
      </section>
    );
  return (
    <section class="card fairness">
      <h2>{t("fair")}</h2>
      <p>{t("fairText")}</p>
      <dl>
        <dt>{t("commitment")}</dt>
        <dd>
          <code>{view.commitment}</code>
        </dd>
        <dt>{t("seed")}</dt>
        <dd>{view.seed === null ? t("sealed") : <code>{view.seed}</code>}</dd>
        <dt>{t("luck")}</dt>
        {luck === null && <dd>{t("notStarted")}</dd>}
        {luck?.map((word, place) => (
          <dd key={view.members[place]?.id ?? place}>
            {nameOf(view.members[place] ?? null)}: {word ? <code>{word}</code> : t("noWord")}
          </dd>
        ))}
      </dl>
      {view.seed !== null && <Verifying {...props} />}
    </section>
  );
}

function Verifying({ view, luck, goTo }: Shown) {
  const found = useSignal<Found | null>(null);
  const busy = useSignal(false);
  if (!canDraw()) return <p class="muted">{t("cannot")}</p>;

  async function verify(): Promise<void> {
    busy.value = true;
    const told = await attempt(() => ask<{ draws: Draw[] }>("GET", `/v1/games/${view.id}/draws`));
    if (told) found.value = await drawnAgain(view, luck ?? [], told.draws);
    busy.value = false;
  }

  return (
    <>
      <button type="button" disabled={busy.value} onClick={() => void verify()}>
        {t("verify")}
      </button>
      <div role="status">
        {busy.value && <p class="muted">{t("verifying")}</p>}
        {found.value && <Verdict found={found.value} />}
      </div>
      {found.value && <DrawList draws={found.value.draws} goTo={goTo} />}
    </>
  );
}

async function drawnAgain(view: GameView, luck: readonly string[], draws: Draw[]): Promise<Found> {
  const seed = view.seed ?? "";
  const draw = await seeded(seed, luck);
  const mine = await Promise.all(draws.map(({ label, sides }) => draw(label, sides)));
  return {
    sealed: (await commitment(seed)) === view.commitment,
    draws: draws.map((one, place) => ({ ...one, mine: mine[place] ?? 0n })),
  };
}

const isWrong = (draw: { drawn: number; mine: bigint }): boolean => BigInt(draw.drawn) !== draw.mine;

function Verdict({ found }: { found: Found }) {
  const [count, wrong] = [found.draws.length, found.draws.filter(isWrong).length];
  return (
    <ul class="verdict">
      <li class={found.sealed ? "right" : "wrong"}>{t(found.sealed ? "matches" : "differs")}</li>
      <li class={wrong ? "wrong" : "right"}>{wrong ? t("misdrawn", { wrong, count }) : t("allDrawn", { count })}</li>
    </ul>
  );
}

function DrawList({ draws, goTo }: { draws: Found["draws"]; goTo(version: number): void }) {
  const open = useSignal(false);
  return (
    <details onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("draws")}</summary>
      {open.value && (
        <div class="draws">
          <table>
            <thead>
              <tr>
                <th>{t("step")}</th>
                <th>{t("use")}</th>
                <th>{t("drawn")}</th>
              </tr>
            </thead>
            <tbody>
              {draws.map((draw) => (
                <tr key={`${draw.version} ${draw.label}`}>
                  <td>
                    <button type="button" class="quiet" onClick={() => goTo(draw.version)}>
                      {draw.version}
                    </button>
                  </td>
                  <td>
                    <code>{draw.label}</code>
                  </td>
                  <td>
                    {t("of", { drawn: draw.drawn, sides: draw.sides })}
                    {isWrong(draw) && <strong> {t("different", { mine: String(draw.mine) })}</strong>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
