import { isDatabaseAway } from "@portico/store";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { errors } from "oidc-provider";
import type { Logger } from "pino";
import { SIGN_IN_ERRORS, SignInError } from "./signInError.ts";

/** A signature of 8192 bytes in hex, and what stands around it. */
const BODY_LIMIT = 32 * 1024;

/** Refuses changes that a page of ours did not ask for. */
export function sameOrigin(issuer: string): RequestHandler {
  const { origin } = new URL(issuer);
  return (request, _response, next) => {
    assertSameOrigin(request, origin);
    next();
  };
}

/** The parser below would also read UTF-7 and the like. */
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** Reads a body of JSON, and refuses every other: forms of foreign pages can't send JSON unasked. */
export const jsonBody: RequestHandler[] = [
  (request, _response, next) => {
    if (!JSON_TYPE.test(request.headers["content-type"] ?? "")) {
      throw new SignInError("unsupported_media_type", "Send application/json.");
    }
    next();
  },
  express.json({ limit: BODY_LIMIT, strict: true, inflate: false }),
];

/**
 * Browsers say where a request comes from, and pages can't change what they say: a foreign page is refused although it may
 * bring the person's cookies along. Every browser sends Origin with what isn't GET; who sends neither is no browser of ours.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
function assertSameOrigin(request: Request, ours: string): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOurs = (site === undefined || site === "same-origin") && (origin === undefined || origin === ours);
  if (isOurs && (site !== undefined || origin !== undefined)) return;
  throw new SignInError("csrf", "This request did not come from our own page. Open the page again and retry.");
}

/** The body as an object that holds only what was sent: `__proto__` and the like are names as any other. */
export function readBody(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new SignInError("invalid_params", "The request must be a JSON object.");
  }
  return Object.assign(Object.create(null), body) as Record<string, unknown>;
}

/** A router whose answers nobody keeps, and whose errors are `{ error, message }`. Routes are added by `add`. */
export function createJsonRouter(log: Logger, add: (router: Router) => void): Router {
  const router = Router({ caseSensitive: true, strict: true });
  add(router);
  router.use(((error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const problem = toSignInError(error);
    prepareError(response, problem, { log, cause: error, path: request.path });
    return response.json({ error: problem.code, message: problem.message });
  }) satisfies ErrorRequestHandler);
  return router;
}

/** Answers are about one person at one time. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" });
  next();
};

/** Every other method of a path. */
export const onlyMethods =
  (...methods: readonly string[]): RequestHandler =>
  (_request, response) => {
    response.set("allow", methods.join(", "));
    throw new SignInError("method_not_allowed", `Use ${methods.join(" or ")}.`);
  };

export function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof errors.SessionNotFound) return expired(error);
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return new SignInError("content_too_large", "The request is too large.", { cause: error });
  if (status === 415) return new SignInError("unsupported_media_type", "Send UTF-8 JSON as it is.", { cause: error });
  if (status === 400) return new SignInError("invalid_params", "The request can't be read.", { cause: error });
  if (isDatabaseAway(error)) return away(error);
  return new SignInError("server_error", "Something failed here. Try again in a moment.", { cause: error });
}

const away = (cause: unknown): SignInError =>
  new SignInError("temporarily_unavailable", "The sign-in service is busy. Try again in a moment.", {
    cause,
    retryAfterSeconds: 2,
  });

/** One text for what is over, what never was, and what is somebody else's. */
export const expired = (cause?: unknown): SignInError =>
  new SignInError(
    "interaction_expired",
    "This sign-in is over or was opened in another browser. Go back to the application and start again.",
    { cause },
  );

interface Logged {
  log: Logger;
  cause: unknown;
  path: string;
}

/** Sets the status and what goes with it; a fault of ours is logged. */
export function prepareError(response: Response, error: SignInError, { log, cause, path }: Logged): void {
  const status = SIGN_IN_ERRORS[error.code];
  if (status === 500) log.error({ err: cause, path: path.replace(/^(\/signin)\/[^/]+/, "$1/:uid") }, "sign-in failed");
  if (error.retryAfterSeconds !== undefined) response.set("retry-after", String(error.retryAfterSeconds));
  response.status(status);
}
