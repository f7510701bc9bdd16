import { type Attempt, PorticoError } from "@portico/client/sign-in";
import { addressKey } from "@portico/server";
import { createAccount, type Store, type Subject } from "@portico/store";
import { Router, type Request, type Response } from "express";
import type { Logger } from "pino";
import { cookieNames, cookieOptions, readCookie } from "./cookies.ts";
import type { Limits } from "./limits.ts";
import type { SignInService } from "./oauth.ts";
import type { Sessions } from "./sessions.ts";
import { toOwnerResponse } from "./ownerResponse.ts";

export interface SignInOptions {
  readonly db: Store;
  readonly log: Logger;
  readonly url: string;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly service: SignInService;
  readonly sessionSeconds: number;
}

const ATTEMPT_MS = 600_000;
/** Errors that the user can act on. */
const REPORTED_ERRORS: ReadonlySet<string> = new Set(["access_denied", "invalid_state"]);

/** `GET /dashboard/sign-in?to=/path`, and `GET /dashboard/callback`, the redirect URI for the sign-in service. */
export function signInRoutes(options: SignInOptions): Router {
  const { url, log, limits, service, sessionSeconds } = options;
  const names = cookieNames(url);
  const cookie = cookieOptions(url);
  const fail = (res: Response, error: unknown): void => {
    const code = error instanceof PorticoError && REPORTED_ERRORS.has(error.code) ? error.code : "server_error";
    if (code !== "access_denied") {
      log.warn({ requestId: String(res.locals["requestId"]), err: error }, "a sign-in failed");
    }
    res.clearCookie(names.attempt, cookie).redirect(303, `/?problem=${encodeURIComponent(code)}`);
  };
  return Router()
    .use(["/dashboard/sign-in", "/dashboard/callback"], async (req, res, next) => {
      res.set("Cache-Control", "no-store");
      await limits("signInsByAddress", addressKey(req.ip));
      next();
    })
    .get("/dashboard/sign-in", async (req, res) => {
      const { url: location, attempt } = await service.begin();
      const stored = encodeAttempt({ ...attempt, to: readOwnPath(req.query["to"]) });
      res.cookie(names.attempt, stored, { ...cookie, maxAge: ATTEMPT_MS }).redirect(303, location);
    })
    .get("/dashboard/callback", async (req, res) => {
      try {
        const { to, token } = await finish(req, options);
        res.clearCookie(names.attempt, cookie);
        res.cookie(names.session, token, { ...cookie, maxAge: sessionSeconds * 1000 }).redirect(303, to);
      } catch (error) {
        fail(res, error);
      }
    });
}

async function finish(req: Request, { db, url, service, sessions }: SignInOptions) {
  const attempt = decodeAttempt(readCookie(req, cookieNames(url).attempt));
  const owner = await service.finish(attempt, req.url);
  const { id } = await createAccount(db, { name: nameOwner(owner), owner });
  return { to: readOwnPath(attempt?.to), token: await sessions.begin(req, id) };
}

/** An account's name until its owner changes it. */
function nameOwner(owner: Subject): string {
  const { address, chain } = toOwnerResponse(owner);
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return chain === null ? short : `${short} on ${chain}`;
}

/** One of our own paths; "/" for anything that could lead elsewhere. */
export function readOwnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > 500 || !/^\/(?![/\\])[\w\-./?&=%:~]*$/.test(value)) return "/";
  return value;
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
