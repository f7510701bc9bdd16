import { addressKey, ServiceError } from "@portico/server";
import { parseSubject, readSubject } from "@portico/store";
import { createSignInRoutes, createSignInService, isOwnPage } from "@portico/ui/signIn";
import { type RequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import type { Limits } from "../limits.ts";
import { cookieNames } from "./cookieNames.ts";
import type { Session, Sessions } from "./sessions.ts";

/** The explorer as an application of the sign-in service. */
export interface SignInClient {
  /** URL of the sign-in service, without a trailing slash. */
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SignInOptions {
  readonly log: Logger;
  /** The public URL of the explorer, without a trailing slash. */
  readonly url: string;
  readonly limits: Limits;
  readonly sessions: Sessions;
  /** Undefined: users can't sign in. */
  readonly client: SignInClient | undefined;
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ["/login", "GET"],
  ["/callback", "GET"],
  ["/session", "GET"],
  ["/logout", "POST"],
]);

/** `GET /auth/login?to=/path`, `GET /auth/callback`, the redirect URI, `GET /auth/session` and `POST /auth/logout`. */
export function signInRoutes({ log, url, limits, sessions, client }: SignInOptions): Router {
  const router = Router().use("/auth", openRequest);
  if (client === undefined) {
    return router.get("/auth/session", (_req, res) => sendSession(res, false)).use("/auth", refuse);
  }
  const { connectUrl, clientId: id, clientSecret: secret } = client;
  return router
    .get("/auth/session", async (req, res) => sendSession(res, true, await sessions.find(req)))
    .post("/auth/logout", async (req, res) => {
      if (!isOwnPage(req, url)) throw new ServiceError("csrf", "Only a page of the explorer can sign its user out");
      await sessions.end(req, res);
      res.status(204).end();
    })
    .use(
      createSignInRoutes({
        url,
        service: createSignInService({ connectUrl, id, secret, redirectUri: `${url}/auth/callback` }),
        paths: { begin: "/auth/login", callback: "/auth/callback" },
        attemptCookie: cookieNames(url).attempt,
        limit: (req) => limits("signInsByAddress", addressKey(req.ip)),
        startSession: async (req, res, subject) => {
          const account = parseSubject(subject);
          if (account === undefined) throw new TypeError("The sign-in service named an unknown kind of user");
          await sessions.start(req, res, account);
        },
        failurePath: (to) => (to === "/" ? "/explore" : to),
        onFailure: (res, error) =>
          log.warn({ requestId: String(res.locals["requestId"]), err: error }, "a sign-in failed"),
      }),
    );
}

const openRequest: RequestHandler = (req, res, next) => {
  res.set("Cache-Control", "no-store");
  const method = METHODS.get(req.path);
  if (method === undefined) throw new ServiceError("not_found", "Nothing exists at this path");
  if (req.method === method) return next();
  throw new ServiceError("method_not_allowed", `This path accepts ${method}`, { headers: { Allow: method } });
};

/** A contract's account names its chain: on another one the same address is another account. */
const sendSession = (res: Response, isEnabled: boolean, session?: Session): void =>
  void res.json({
    is_enabled: isEnabled,
    account: session?.account ?? null,
    address: session ? readSubject(session.account).address : null,
  });

const refuse: RequestHandler = () => {
  throw new ServiceError(
    "not_implemented",
    "Users can't sign in here: the operator has to set PORTICO_EXPLORER_CLIENT_ID and PORTICO_EXPLORER_CLIENT_SECRET",
  );
};
