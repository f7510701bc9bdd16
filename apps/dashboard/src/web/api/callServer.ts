import type { DashboardSession } from "@portico/contract";
import { Problem, readProblem } from "./problem.ts";

const TIMEOUT_MS = 30_000;
const SESSION = "/dashboard/session";

let csrfToken: Promise<string> | undefined;
/** The account that the page shows. */
let shownAccount: string | undefined;

/**
 * Requests the page's own server; every call of the app goes through here. A write carries the session's CSRF token,
 * which is fetched once; if it is refused (the session was renewed in another tab), the call is retried once with a new
 * one, unless the session works in another account by now.
 * @throws Problem for every response that isn't 2xx, and if there is none.
 */
export async function callServer(request: Request): Promise<Response> {
  const spare = request.clone();
  const response = await send(request);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.code !== "csrf") throw problem;
  csrfToken = undefined;
  await (csrfToken = keepToken());
  const second = await send(spare);
  if (second.ok) return second;
  throw await readProblem(second);
}

async function send(request: Request): Promise<Response> {
  if (request.method !== "GET") request.headers.set("x-csrf-token", await (csrfToken ??= keepToken()));
  try {
    return await fetch(request, {
      redirect: "error",
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new Problem({ status: 0, code: "unreachable", message: "" });
  }
}

/** A failure is not kept. */
const keepToken = (): Promise<string> =>
  readToken().catch((error: unknown) => {
    csrfToken = undefined;
    throw error;
  });

async function readToken(): Promise<string> {
  const response = await send(new Request(SESSION));
  if (!response.ok) throw await readProblem(response);
  const { csrf_token: token, account_id: accountId } = (await response.json()) as DashboardSession;
  if (shownAccount !== accountId) throw new Problem({ status: 403, code: "csrf", message: "" });
  return token;
}

/** Whether the page shows an account; the first one that is asked for from now on. Writes are for no other. */
export function isShown(accountId: string): boolean {
  shownAccount ??= accountId;
  return shownAccount === accountId;
}
