/** Ranking: who plays a kind how well. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../api.ts";
import { me } from "../me.ts";
import { attempt } from "../notices.tsx";
import { Name, nameOf } from "../shell/name.tsx";
import type { Person } from "../wire.ts";
import { type Numbers, Skill } from "./standing.tsx";
import { t } from "./words.ts";

interface Entry extends Numbers {
  place: number | null;
  player: Person;
}

interface RankingPage {
  items: Entry[];
  next: string | null;
}

const PAGE = 20;

export function Ranking({ kind }: { kind: string }) {
  const entries = useSignal<Entry[] | null>(null);
  const next = useSignal<string | null>(null);
  async function read(cursor: string): Promise<void> {
    const page = await attempt(() => ask<RankingPage>("GET", `/v1/rankings/${kind}?limit=${PAGE}${cursor}`));
    if (!page) return;
    entries.value = [...(entries.value ?? []), ...page.items];
    next.value = page.next;
  }
  useEffect(() => void read(""), [kind]);
  if (!entries.value) return null;
  if (entries.value.length === 0) return <p class="muted">{t("noRanking")}</p>;
  const paid = entries.value.some((one) => one.points !== null);
  return (
    <div class="ranking" role="group" aria-label={t("ranking")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t("place")}</span>
            </th>
            <th scope="col">{t("player")}</th>
            <th scope="col">{t("skill")}</th>
            {paid && <th scope="col">{t("points")}</th>}
            <th scope="col">{t("played")}</th>
            <th scope="col">{t("won")}</th>
            <th scope="col">{t("drawn")}</th>
            <th scope="col">{t("left")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.value.map((one) => (
            <tr key={one.player.id} class={one.player.id === me.value?.id ? "mine" : undefined}>
              <td>{one.place ?? ""}</td>
              <th scope="row">
                {one.player.robot && one.played === 0 ? nameOf(one.player) : <Name person={one.player} />}
              </th>
              <td>
                <Skill numbers={one} />
              </td>
              {paid && <td>{one.points}</td>}
              <td>{one.played}</td>
              <td>{one.won}</td>
              <td>{one.drawn}</td>
              <td>{one.left}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next.value && (
        <button type="button" onClick={() => void read(`&cursor=${encodeURIComponent(next.value ?? "")}`)}>
          {t("more")}
        </button>
      )}
    </div>
  );
}
