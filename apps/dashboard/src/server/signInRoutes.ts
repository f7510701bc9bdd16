import { addressKey } from "@portico/server";
import { createAccount, parseSubject, type Store } from "@portico/store";
import { cookieOptions, createSignInRoutes, type SignInService } from "@portico/ui/signIn";
import type { Router } from "express";
import type { Logger } from "pino";
import { cookieNames } from "./cookieNames.ts";
import type { Limits } from "./limits.ts";
import type { Sessions } from "./sessions.ts";
import { nameOwner } from "./ownerResponse.ts";

export interface SignInOptions {
  readonly db: Store;
  readonly log: Logger;
  readonly url: string;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly service: SignInService;
  readonly sessionSeconds: number;
}

/** `GET /dashboard/sign-in?to=/path`, and `GET /dashboard/callback`, the redirect URI for the sign-in service. */
export function signInRoutes({ db, log, url, limits, sessions, service, sessionSeconds }: SignInOptions): Router {
  const names = cookieNames(url);
  return createSignInRoutes({
    url,
    service,
    paths: { begin: "/dashboard/sign-in", callback: "/dashboard/callback" },
    attemptCookie: names.attempt,
    limit: (req) => limits("signInsByAddress", addressKey(req.ip)),
    startSession: async (req, res, subject) => {
      const owner = parseSubject(subject);
      if (owner === undefined) throw new TypeError("The sign-in service named an unknown kind of user");
      const { id } = await createAccount(db, { name: nameOwner(owner), owner });
      const token = await sessions.begin(req, id);
      res.cookie(names.session, token, { ...cookieOptions(url), maxAge: sessionSeconds * 1000 });
    },
    failurePath: () => "/",
    onFailure: (res, error) => log.warn({ requestId: String(res.locals["requestId"]), err: error }, "a sign-in failed"),
  });
}
