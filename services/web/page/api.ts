/** API: how the page asks the server for something; a refusal is thrown as what the server said. */
import { language } from "./words.ts";

export interface Problem {
  code: string;
  detail: string;
  status: number;
  version?: number;
  retry_after?: number;
}

export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The server cannot be reached, or cannot answer just now. */
export class Unreachable extends Error {}

export interface Wish {
  key?: string; // Names this wish, however often it is sent; by default each has its own.
  ifMatch?: string; // What the sender has seen, such as `17.s0`: anything newer, and the wish is refused.
  headers?: Record<string, string>;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const TRIES_MAX = 4;
const PAUSE_MS = 400; // Before the second try; twice as long before each further one.
const BUSY = [502, 503, 504];

/** Returns what the server answers; sent again under the same key where nobody knows whether it arrived. */
export async function ask<T>(method: Method, path: string, body?: unknown, wish: Wish = {}): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": language.value, ...wish.headers };
  if (method !== "GET") headers["Idempotency-Key"] = wish.key ?? newKey();
  if (wish.ifMatch !== undefined) headers["If-Match"] = `"${wish.ifMatch}"`;
  const request: RequestInit = { method, headers };
  if (method !== "GET") request.body = JSON.stringify(body ?? {});
  for (let tried = 1; ; tried++) {
    const answer = await fetch(path, request).catch(() => null);
    if (answer && !BUSY.includes(answer.status)) return answered<T>(answer);
    if (tried === TRIES_MAX) throw new Unreachable();
    await pause(PAUSE_MS * 2 ** (tried - 1));
  }
}

/** Returns a fresh name for a wish.  `crypto.randomUUID` is missing where the page does not come by TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");
}

export const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

async function answered<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  const value = /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
  if (answer.ok) return value as T;
  throw new Refused(value?.code ? value : { code: "internal", detail: answer.statusText, status: answer.status });
}
