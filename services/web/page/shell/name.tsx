/** Name: how a player is called everywhere. */
import type { Person } from "../wire.ts";
import { t } from "./words.ts";

/** Returns a player's name; whoever was erased has none, and a seat of an imported game never had a player. */
export function nameOf(person: Person | null): string {
  return person?.name || t(person ? "erased" : "unknown");
}

export function Name({ person }: { person: Person | null }) {
  if (!person?.name) return <span class="name muted">{nameOf(person)}</span>;
  return (
    <a class="name" href={`/players/${encodeURIComponent(person.name)}`}>
      {person.name}
      {person.robot && <span class="mark">{t("robot")}</span>}
    </a>
  );
}
