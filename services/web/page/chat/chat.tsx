/** Chat: what is said in one room, and a field to say something. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { me } from "../me.ts";
import { Name } from "../shell/name.tsx";
import { language } from "../words.ts";
import { type Line, openRoom, type Room } from "./room.ts";
import { t } from "./words.ts";

const TEXT_MAX = 500;
const NEAR = 40; // Pixels from the end at which somebody still reads along.

/** Shows the room of a topic. */
export function Chat({ topic, path, label }: { topic: string; path: string; label: string }) {
  const room = useMemo(() => openRoom(topic, path), [topic, path]);
  useEffect(() => room.follow(), [room]);
  return (
    <div class="chat">
      <Lines room={room} label={label} />
      {room.open.value && <Say room={room} label={label} />}
    </div>
  );
}

function Lines({ room, label }: { room: Room; label: string }) {
  const log = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const lines = room.lines.value;
  useLayoutEffect(() => {
    if (log.current && following.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={log}
      class="lines"
      role="log"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
        following.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {lines.length === 0 && <p class="muted">{t("quiet")}</p>}
      <ol>
        {lines.map((line) => (
          <Spoken key={line.id} line={line} room={room} />
        ))}
      </ol>
    </div>
  );
}

function Spoken({ line, room }: { line: Line; room: Room }) {
  const at = new Date(line.at).toLocaleTimeString(language.value, { hour: "2-digit", minute: "2-digit" });
  const { author } = line;
  return (
    <li class={author ? undefined : "reply"}>
      <span class="by">
        {author ? <Name person={author} /> : <span class="muted">{t("onlyToYou")}</span>}
        <time dateTime={line.at}>{at}</time>
        {author?.name && author.id !== me.value?.id && (
          <button
            type="button"
            class="quiet"
            title={t("ignore", { name: author.name })}
            aria-label={t("ignore", { name: author.name })}
            onClick={() => void room.say(`/ignorieren ${author.name}`)}
          >
            ×
          </button>
        )}
      </span>
      {line.commands?.length ? <Commands line={line} /> : <span class="text">{line.text}</span>}
    </li>
  );
}

/** What can be typed; what the answer says before it stays before it. */
function Commands({ line: { text, commands = [] } }: { line: Line }) {
  const [before] = text.split(commands[0]?.typed ?? "");
  return (
    <>
      <span class="text">{before}</span>
      <dl>
        {commands.map(({ typed, does }) => (
          <div key={typed}>
            <dt>{typed}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Say({ room, label }: { room: Room; label: string }) {
  const text = useSignal("");
  const send = async (): Promise<void> => {
    const typed = text.value.trim();
    if (!typed) return;
    text.value = "";
    if (!(await room.say(typed))) text.value ||= typed;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        type="text"
        maxLength={TEXT_MAX}
        autocomplete="off"
        aria-label={`${label}: ${t("line")}`}
        placeholder={t("line")}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit">{t("send")}</button>
    </form>
  );
}
