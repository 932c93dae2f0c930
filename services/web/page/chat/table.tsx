/** Table chat: the rooms of a game that its reader may hear; players and onlookers are apart. */
import { useSignal } from "@preact/signals";
import { Chat } from "./chat.tsx";
import { t } from "./words.ts";

type RoomName = "players" | "onlookers";

/** Shows the chat of a game; `plays`: whether the reader is among its players, who hear the onlookers after the end. */
export function TableChat({ id, plays, ended }: { id: string; plays: boolean; ended: boolean }) {
  const rooms: RoomName[] = [
    ...(plays ? (["players"] as const) : []),
    ...(!plays || ended ? (["onlookers"] as const) : []),
  ];
  const chosen = useSignal<RoomName | null>(null);
  const shown = chosen.value && rooms.includes(chosen.value) ? chosen.value : (rooms[0] ?? "onlookers");
  return (
    <section class="card" aria-label={t("chat")}>
      <h2>{rooms.length > 1 ? t("chat") : `${t("chat")}: ${t(shown)}`}</h2>
      {rooms.length > 1 && (
        <fieldset class="choice">
          <legend class="unseen">{t("chat")}</legend>
          {rooms.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name={`chat-${id}`}
                checked={name === shown}
                onChange={() => {
                  chosen.value = name;
                }}
              />
              {t(name)}
            </label>
          ))}
        </fieldset>
      )}
      <Chat key={shown} topic={`chat:${id}:${shown}`} path={`/v1/games/${id}/chat/${shown}`} label={t(shown)} />
    </section>
  );
}
