import type { ErrorReply } from "./interactionResponse.ts";

const TIMEOUT_MS = 20_000;

/** The server's refusal, or a missing response: then the code is "unreachable" and the status 0. */
export class ServerProblem extends Error {
  override readonly name = "ServerProblem";
  readonly status: number;
  readonly code: string;
  readonly retryAfterS: number;
  readonly reply: ErrorReply;
  constructor(status: number, code: string, reply: ErrorReply = {}, retryAfterS = 0) {
    super(reply.message ?? code);
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
    this.reply = reply;
  }
}

let account: string | undefined;

/** Sets the account that the page shows: the server rejects requests if another one is signed in by then. */
export const setAccount = (address: string | undefined): void => void (account = address);

/** A response, and the difference between this device's clock and the server's. */
export type Answer<T> = { readonly body: T; readonly clockSkewMs: number };

/**
 * Sends a request to the page's own server.
 * @param path - Relative to the page's address as a folder: "details" at /signin/x is /signin/x/details.
 * @throws ServerProblem for every response that isn't 2xx, and without one.
 */
export async function callServer<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const response = await send(method, path, body);
  const reply = (await response.json().catch(() => ({}))) as T & ErrorReply;
  if (!response.ok) {
    const retryAfterS = Number(response.headers.get("retry-after") ?? 0) || 0;
    throw new ServerProblem(response.status, reply.error ?? `status_${response.status}`, reply, retryAfterS);
  }
  const serverTime = Date.parse(response.headers.get("date") ?? "");
  return { body: reply, clockSkewMs: Number.isNaN(serverTime) ? 0 : Date.now() - serverTime };
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(addressOf(path), {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(account === undefined ? {} : { "portico-account": account }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new ServerProblem(0, "unreachable");
  }
}

/** An address relative to the page's as a folder; "" is the page itself. */
export function addressOf(path: string): URL {
  const page = location.pathname.replace(/\/+$/, "");
  return path === "" ? new URL(page, location.origin) : new URL(path, `${location.origin}${page}/`);
}

/**
 * @throws ServerProblem if the address is on another site: the page never navigates anywhere that its server didn't
 * check.
 */
export function checkNext(next: string): URL {
  const url = new URL(next, location.href);
  if (url.origin !== location.origin) throw new ServerProblem(0, "next_elsewhere");
  return url;
}
