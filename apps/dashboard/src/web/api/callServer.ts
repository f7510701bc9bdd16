import { Problem, readProblem } from "./problem.ts";

const TIMEOUT_MS = 30_000;
const SESSION = "/dashboard/session";

let csrfToken: Promise<string> | undefined;

/**
 * Requests the page's own server; every call of the app goes through here. A write carries the session's CSRF token,
 * which is fetched once; if it is refused (the session was renewed in another tab), the call is retried once with a new
 * one.
 * @throws Problem for every response that isn't 2xx, and if there is none.
 */
export async function callServer(request: Request): Promise<Response> {
  const spare = request.clone();
  const response = await send(request);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.code !== "csrf") throw problem;
  csrfToken = undefined;
  const second = await send(spare);
  if (second.ok) return second;
  throw await readProblem(second);
}

async function send(request: Request): Promise<Response> {
  if (request.method !== "GET") request.headers.set("x-csrf-token", await (csrfToken ??= readToken()));
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

async function readToken(): Promise<string> {
  const response = await send(new Request(SESSION));
  if (response.ok) return ((await response.json()) as { csrf_token: string }).csrf_token;
  csrfToken = undefined;
  throw await readProblem(response);
}
