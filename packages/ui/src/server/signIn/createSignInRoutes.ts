import { type Attempt, PorticoError } from "@portico/client/sign-in";
import { type Request, type Response, Router } from "express";
import { cookieOptions, readCookie } from "./cookies.ts";
import type { SignInService } from "./createSignInService.ts";
import { readOwnPath } from "./readOwnPath.ts";

export interface SignInRoutesOptions {
  /** The public URL of the server, without a trailing slash. */
  readonly url: string;
  readonly service: SignInService;
  /** `begin` takes the path to return to as `to`; `callback` is the path of the redirect URI. */
  readonly paths: { readonly begin: string; readonly callback: string };
  /** Name of the cookie that holds the state of a pending sign-in. */
  readonly attemptCookie: string;
  /** Rejects if the visitor sends too many requests. */
  readonly limit: (req: Request) => Promise<unknown>;
  /** Begins a session of the user by a cookie of the response, in place of the browser's current one. */
  readonly startSession: (req: Request, res: Response, subject: string) => Promise<void>;
  /** The page that reports a failure as `problem`; `to` would have been the page after a success. */
  readonly failurePath: (to: string) => string;
  /** Reports a failure other than the user's refusal. */
  readonly onFailure: (res: Response, error: unknown) => void;
}

const ATTEMPT_MS = 600_000;
/** Errors that the user can act on. */
const REPORTED_ERRORS: ReadonlySet<string> = new Set(["access_denied", "invalid_state"]);

/** Signs users in at our own sign-in service: redirects the browser there, and starts a session when it returns. */
export function createSignInRoutes(options: SignInRoutesOptions): Router {
  const { url, service, paths, attemptCookie, limit, startSession, failurePath, onFailure } = options;
  const cookie = cookieOptions(url);
  return Router()
    .use(Object.values(paths), async (req, res, next) => {
      res.set("Cache-Control", "no-store");
      await limit(req);
      next();
    })
    .get(paths.begin, async (req, res) => {
      const { url: location, attempt } = await service.begin();
      const stored = encodeAttempt({ ...attempt, to: readOwnPath(req.query["to"]) });
      res.cookie(attemptCookie, stored, { ...cookie, maxAge: ATTEMPT_MS }).redirect(303, location);
    })
    .get(paths.callback, async (req, res) => {
      const attempt = decodeAttempt(readCookie(req, attemptCookie));
      const to = readOwnPath(attempt?.to);
      res.clearCookie(attemptCookie, cookie);
      try {
        await startSession(req, res, await service.finish(attempt, req.url));
        res.redirect(303, to);
      } catch (error) {
        const code = error instanceof PorticoError && REPORTED_ERRORS.has(error.code) ? error.code : "server_error";
        if (code !== "access_denied") onFailure(res, error);
        res.redirect(303, withProblem(failurePath(to), code));
      }
    });
}

function withProblem(path: string, code: string): string {
  const { pathname, searchParams } = new URL(path, "http://host");
  searchParams.set("problem", code);
  return `${pathname}?${searchParams.toString()}`;
}

/** State of a pending sign-in, and the path to return to. */
type StoredAttempt = Attempt & { readonly to: string };

const encodeAttempt = (attempt: StoredAttempt): string => Buffer.from(JSON.stringify(attempt)).toString("base64url");

function decodeAttempt(text: string): StoredAttempt | undefined {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString()) as StoredAttempt;
  } catch {
    return undefined;
  }
}
