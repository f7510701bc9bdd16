import { isDatabaseAway } from "@portico/store";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { errors } from "oidc-provider";
import type { Logger } from "pino";
import { SIGN_IN_ERRORS, SignInError } from "./signInError.ts";

/** A signature of 8192 bytes in hex, and its surroundings. */
const BODY_LIMIT = 32 * 1024;

/** Rejects changes that were not requested by our own pages. */
export function sameOrigin(issuer: string): RequestHandler {
  const { origin } = new URL(issuer);
  return (request, _response, next) => {
    assertSameOrigin(request, origin);
    next();
  };
}

/** The parser below would also accept UTF-7 and similar charsets. */
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** Reads a JSON body, and rejects all others: forms of other sites can't send JSON without a preflight. */
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
 * Browsers report where a request comes from, and pages can't change that: another site's page is rejected although it
 * may
 * send the user's cookies. Every browser sends Origin with methods other than GET; a client that sends neither is not
 * our page.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
function assertSameOrigin(request: Request, ours: string): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOurs = (site === undefined || site === "same-origin") && (origin === undefined || origin === ours);
  if (isOurs && (site !== undefined || origin !== undefined)) return;
  throw new SignInError("csrf", "This request did not come from our own page. Reload the page and try again.");
}

/** The body as an object with own properties only: `__proto__` is a name like any other. */
export function readBody(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new SignInError("invalid_params", "The request must be a JSON object.");
  }
  return Object.assign(Object.create(null), body) as Record<string, unknown>;
}

/** A router with uncached responses and errors of the form `{ error, message }`. Routes are added by `add`. */
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

/** Responses are about one user at one time. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" });
  next();
};

/** Rejects every other method of a path. */
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
  if (status === 415)
    return new SignInError("unsupported_media_type", "Send uncompressed JSON in UTF-8.", { cause: error });
  if (status === 400) return new SignInError("invalid_params", "The request is malformed.", { cause: error });
  if (isDatabaseAway(error)) return away(error);
  return new SignInError("server_error", "Internal error. Try again in a moment.", { cause: error });
}

const away = (cause: unknown): SignInError =>
  new SignInError("temporarily_unavailable", "The sign-in service is busy. Try again in a moment.", {
    cause,
    retryAfterSeconds: 2,
  });

/** The same message for expired, unknown and other users' requests. */
export const expired = (cause?: unknown): SignInError =>
  new SignInError(
    "interaction_expired",
    "This sign-in has ended or was started in another browser. Go back to the application and start again.",
    { cause },
  );

interface Logged {
  log: Logger;
  cause: unknown;
  path: string;
}

/** Sets status and headers; logs server errors. */
export function prepareError(response: Response, error: SignInError, { log, cause, path }: Logged): void {
  const status = SIGN_IN_ERRORS[error.code];
  if (status === 500)
    log.error({ err: cause, path: path.replace(/^\/(signin|phone)\/[^/]+/, "/$1/:uid") }, "sign-in failed");
  if (error.retryAfterSeconds !== undefined) response.set("retry-after", String(error.retryAfterSeconds));
  response.status(status);
}
