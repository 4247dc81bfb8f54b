import { Octokit } from "@octokit/rest";
import type { EarlyAnswer } from "../../domain/early-answer.ts";

/** Waits; the only clock that the adapters have, so that tests need not wait. Milliseconds. */
export type Sleep = (ms: number) => Promise<void>;

export interface GitHubClientOptions {
  /** e.g. `https://api.github.com`, or `https://HOST/api/v3` on GitHub Enterprise Server. */
  readonly baseUrl: string;
  readonly token: string;
  readonly sleep: Sleep;
  /** Called with method and path of every request that leaves, repeats included. */
  readonly onRequest?: (method: string, path: string) => void;
  /** A request that is under way already: given as the answer when it is asked for word by word. */
  readonly early?: EarlyAnswer;
  /** Called when GitHub says that the token is not valid (any more). */
  readonly onUnauthorized?: () => void;
}

export interface GitHubClient {
  readonly octokit: Octokit;
  readonly sleep: Sleep;
  /** How many requests have left so far. */
  requestCount(): number;
}

interface Request {
  readonly method: string;
  readonly url: string;
}
interface Answered {
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/** GitHub: on a limit obey retry-after, else wait for the reset, else a minute; then give up. */
const MAX_LIMIT_WAITS = 3;
const MAX_LIMIT_WAIT_MS = 15 * 60_000;
/** Reads are repeated when the server or the network fails; writes never are (they may have worked). */
const READ_WAITS_MS = [1000, 2000, 4000];
const NO_LOG = { debug: silent, info: silent, warn: silent, error: silent };

function silent(): void {
  // Octokit's own logger writes request lines to the console; callers log what matters.
}

/** A client for one token that counts requests, obeys limits and never repeats a write by itself. */
export function createGitHubClient(options: GitHubClientOptions): GitHubClient {
  const { token: auth, baseUrl, early } = options;
  const fetching = early === undefined ? {} : { request: { fetch: fetchAfter(early) } };
  const octokit = new Octokit({ auth, baseUrl, log: NO_LOG, ...fetching });
  let count = 0;
  octokit.hook.wrap("request", async (send, request) => {
    const once = async () => {
      count += 1;
      options.onRequest?.(request.method, request.url);
      const response = await sent(send, request, options);
      refuseCut(request, response);
      return response;
    };
    const isRead = request.method === "GET" || request.method === "HEAD";
    return withLimits(() => (isRead ? withReads(once, options.sleep) : once()), options.sleep);
  });
  return { octokit, sleep: options.sleep, requestCount: () => count };
}

/** The early answer is used once, and only for its own question; everything else is asked. */
function fetchAfter({ url, body, answer }: EarlyAnswer): typeof fetch {
  let isFresh = true;
  return async (input, init) => {
    const isAsked = isFresh && String(input) === url && init?.body === body;
    if (!isAsked) return fetch(input, init);
    isFresh = false;
    return (await answer) ?? fetch(input, init);
  };
}

async function sent<T, R>(
  send: (request: R) => T | Promise<T>,
  request: R,
  { onUnauthorized }: GitHubClientOptions,
): Promise<T> {
  try {
    return await send(request);
  } catch (error) {
    if (statusOf(error) === 401) onUnauthorized?.();
    throw error;
  }
}

/** Octokit hands a JSON answer that was cut on the way over as text; it says nothing for certain. */
function refuseCut(request: Request, response: Answered): void {
  const type = String(response.headers["content-type"] ?? "");
  const isText = typeof response.data === "string" && response.data !== "";
  if (!isText || !type.includes("application/json")) return;
  const error = new Error(`GitHub's answer to ${request.method} ${request.url} was cut.`);
  throw Object.assign(error, { status: 502 });
}

async function withReads<T>(send: () => Promise<T>, sleep: Sleep): Promise<T> {
  for (const wait of READ_WAITS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isUncertain(error)) throw error;
      await sleep(wait);
    }
  }
  return send();
}

async function withLimits<T>(send: () => Promise<T>, sleep: Sleep): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const wait = limitWaitMs(error);
      if (wait === null || wait > MAX_LIMIT_WAIT_MS || attempt >= MAX_LIMIT_WAITS) throw error;
      await sleep(wait);
    }
  }
}

/** How long GitHub asks us to wait, null when the answer is not about a limit. */
function limitWaitMs(error: unknown): number | null {
  const status = statusOf(error);
  if (status !== 403 && status !== 429) return null;
  const headers = headersOf(error);
  const after = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(after)) return after * 1000;
  if (headers["x-ratelimit-remaining"] === "0") return untilReset(headers);
  // A secondary limit without retry-after has no other mark than GitHub's documented sentence.
  return status === 429 || /secondary rate limit/i.test(String(error)) ? 60_000 : null;
}

function untilReset(headers: Readonly<Record<string, unknown>>): number {
  const date = Date.parse(String(headers["date"]));
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  const wait = reset - date;
  return Number.isFinite(wait) ? Math.max(1000, wait) : 60_000;
}

/** The HTTP status of a failed request, null when there was no answer at all. */
export function statusOf(error: unknown): number | null {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" ? status : null;
}

function headersOf(error: unknown): Readonly<Record<string, unknown>> {
  const response = (error as { response?: { headers?: Record<string, unknown> } } | null)?.response;
  return response?.headers ?? {};
}

/** Whether a failed request may all the same have had its effect: no answer, or a server error. */
export function isUncertain(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status >= 500;
}

/** Seconds that GitHub may need until everybody sees what was just made. */
const SETTLE_WAITS_MS = [1000, 2000, 4000, 8000];

/** For what we just made ourselves: a 404 is asked again after 1, 2, 4 and 8 s, then believed. */
export async function whenVisible<T>(sleep: Sleep, call: () => Promise<T>): Promise<T> {
  for (const wait of SETTLE_WAITS_MS) {
    try {
      return await call();
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await sleep(wait);
    }
  }
  return call();
}

/**
 * Creates what `find` did not find. After an answer that leaves open whether it was made, looks for
 * it as long as GitHub may lag, and only then creates it a second time; never a third.
 */
export async function createOnce<T>(
  sleep: Sleep,
  find: () => Promise<T | null>,
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    // Seen in the field: a 409 whose object was stored all the same.
    if (!isUncertain(error) && statusOf(error) !== 409) throw error;
  }
  for (const wait of SETTLE_WAITS_MS) {
    await sleep(wait);
    const found = await find();
    if (found !== null) return found;
  }
  return create();
}

/** Repeats a write that sets whole values, so that twice is once. Three times in all. */
export async function setWhole<T>(sleep: Sleep, write: () => Promise<T>): Promise<T> {
  for (const wait of [1000, 4000]) {
    try {
      return await write();
    } catch (error) {
      if (!isUncertain(error)) throw error;
      await sleep(wait);
    }
  }
  return write();
}
