/** Stream: the one connection that everything live comes by; it heals by itself. */
import { effect, signal, untracked } from "@preact/signals";
import { me, recall } from "./me.ts";

/** Something told of a topic; `position` is how far a log has been told with it, such as `17.s0`. */
export interface News<Data = unknown> {
  event: string;
  data: Data;
  position: string | null;
}

type Listener = (news: News<never>) => void;

const EVENTS = ["me", "lobby", "game", "reset", "end", "chat", "line", "removed", "closed"];
const SILENCE_MS = 40_000; // The server says something every 15 seconds; after this it is taken for gone.
const TOGETHER_MS = 40; // Topics wanted shortly after one another are asked for at once.
const DOUBT_FAILURES = 2; // From so many on it may be that the server is there, and refuses.
const AGAIN_MS = 500; // Before a stream that failed is built anew; twice as long each further time ...
const AGAIN_MS_MAX = 15_000; // ... up to this, and a part of it more by chance.

export const connected = signal(true);
export const clockAhead = signal(0); // How many ms the server's clock is ahead of this one.

const listeners = new Map<string, Set<Listener>>();
const positions = new Map<string, string>();
const barred = new Set<string>(); // Topics that are not for this reader: they must not keep the others away.
let source: EventSource | null = null;
let topics = "";
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Tells a listener everything of a topic (`lobby`, `game:ID` …) from now on; returns what ends that. */
export function follow<Data>(topic: string, listener: (news: News<Data>) => void): () => void {
  const heard = listeners.get(topic) ?? new Set<Listener>();
  if (heard.size > 0) topics = ""; // Who comes later wants to hear what is the case, too.
  positions.delete(topic);
  barred.delete(topic);
  listeners.set(topic, heard.add(listener as Listener));
  soon(TOGETHER_MS);
  return () => {
    heard.delete(listener as Listener);
    if (heard.size > 0 || listeners.get(topic) !== heard) return;
    listeners.delete(topic);
    positions.delete(topic);
    soon(TOGETHER_MS);
  };
}

export function startStream(): void {
  addEventListener("online", () => soon(0));
  addEventListener("pageshow", (event) => event.persisted && rebuild());
  let who: string | null | undefined;
  effect(() => {
    const now = me.value === undefined ? undefined : (me.value?.id ?? null);
    if (who !== undefined && now !== who) untracked(rebuild); // Somebody else is told something else.
    who = now;
  });
}

function rebuild(): void {
  topics = "";
  barred.clear();
  soon(TOGETHER_MS);
}

function soon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(open, ms);
}

function open(): void {
  const wanted = [...listeners.keys()]
    .filter((topic) => !barred.has(topic))
    .sort()
    .join(",");
  if (source && source.readyState !== EventSource.CLOSED && wanted === topics) return;
  source?.close();
  clearTimeout(silence);
  topics = wanted;
  source = null;
  if (!wanted || me.value === undefined) return;
  const after = [...positions].map(([topic, position]) => `${topic}=${position}`).join(",");
  const asked = new URLSearchParams({ topics: wanted, scene: "1", ...(after && { after }) });
  const opened = new EventSource(`/v1/stream?${asked}`);
  source = opened;
  opened.onopen = () => {
    failures = 0;
    connected.value = true;
    listen(opened);
  };
  opened.onerror = () => fail(opened);
  opened.addEventListener("heartbeat", (event) => {
    clockAhead.value = Date.parse(JSON.parse(event.data).at) - Date.now();
    listen(opened);
  });
  for (const event of EVENTS) opened.addEventListener(event, (message) => tell(opened, event, message));
}

/** A browser reconnects by itself only while the server answers with a stream; everything else is done here. */
function fail(failed: EventSource): void {
  if (failed !== source) return;
  failed.close();
  connected.value = false;
  if (failures >= DOUBT_FAILURES) void doubt();
  const wait = Math.min(AGAIN_MS * 2 ** failures++, AGAIN_MS_MAX);
  soon(wait * (1 + Math.random() / 2));
}

/** Asks what an EventSource cannot: whether somebody was signed out elsewhere, or a topic is closed to them. */
async function doubt(): Promise<void> {
  await recall().catch(() => {});
  for (const topic of listeners.keys()) {
    const answer = await fetch(`/v1/stream?topics=${topic}`, { method: "HEAD" }).catch(() => null);
    if (answer && [403, 404].includes(answer.status)) barred.add(topic);
  }
}

function listen(opened: EventSource): void {
  clearTimeout(silence);
  silence = setTimeout(() => fail(opened), SILENCE_MS);
}

function tell(opened: EventSource, event: string, message: MessageEvent<string>): void {
  if (opened !== source) return;
  listen(opened);
  const { topic, ...data } = JSON.parse(message.data);
  if (event === "reset") positions.delete(topic);
  for (const part of message.lastEventId.split(",")) {
    const [name = "", position] = part.split("=");
    if (position !== undefined && listeners.has(name)) positions.set(name, position);
  }
  const news = { event, data, position: positions.get(topic)?.replace(/\.end$/, "") ?? null };
  for (const listener of listeners.get(topic) ?? []) listener(news as News<never>);
}
