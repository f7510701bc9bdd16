import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "@portico/server";
import {
  createDashboardSession,
  deleteDashboardSession,
  findDashboardSession,
  type DashboardSession,
  type Store,
  type Subject,
} from "@portico/store";
import { isOwnPage, readCookie } from "@portico/ui/signIn";
import { cookieNames } from "./cookieNames.ts";

/** The caller. */
export interface Session extends DashboardSession {
  /** The cookie's value: a secret. */
  readonly token: string;
}

export interface Sessions {
  /** Begins a session, which replaces the browser's current one. @returns its token. */
  readonly begin: (req: IncomingMessage, accountId: string) => Promise<string>;
  /** @throws ServiceError unauthorized */
  readonly get: (req: IncomingMessage) => Promise<Session>;
  readonly end: (req: IncomingMessage) => Promise<void>;
  /** @throws ServiceError csrf if the request was not sent by one of our pages. */
  readonly assertOwnPage: (req: IncomingMessage, session: Session) => void;
}

export interface SessionOptions {
  readonly db: Store;
  readonly url: string;
  readonly ttlSeconds: number;
  /** Accounts that are operators regardless of the store. */
  readonly operators: ReadonlySet<Subject>;
}

const CHALLENGE = { headers: { "WWW-Authenticate": 'Session realm="dashboard"' } };

export function createSessions({ db, url, ttlSeconds, operators }: SessionOptions): Sessions {
  const name = cookieNames(url).session;
  const tokenOf = (req: IncomingMessage): string => readCookie(req, name);
  return {
    begin: async (req, accountId) => {
      await deleteDashboardSession(db, tokenOf(req));
      const token = randomBytes(32).toString("base64url");
      await createDashboardSession(db, { token, accountId, ttlSeconds });
      return token;
    },
    get: async (req) => {
      const token = tokenOf(req);
      const found = /^[\w-]{43}$/.test(token) ? await findDashboardSession(db, token) : undefined;
      if (found === undefined) throw new ServiceError("unauthorized", "Sign in at /dashboard/sign-in", CHALLENGE);
      return { ...found, token, isOperator: found.isOperator || operators.has(found.subject) };
    },
    end: (req) => deleteDashboardSession(db, tokenOf(req)),
    assertOwnPage: (req, session) => {
      if (!isOwnPage(req, url)) {
        throw new ServiceError("csrf", "Requests that change data must come from a page of the dashboard");
      }
      const sent = String(req.headers["x-csrf-token"] ?? "");
      if (!isSame(sent, csrfToken(session))) {
        throw new ServiceError("csrf", "Send the csrf_token of GET /dashboard/session as X-CSRF-Token");
      }
    },
  };
}

/**
 * Derived from the session's token without revealing it: other sites can neither read nor guess it. A page that shows
 * another account than the one in which the session works by now, since it was switched in another tab, has another.
 */
export const csrfToken = ({ token, accountId }: Pick<Session, "accountId" | "token">): string =>
  hash("sha256", `csrf ${token} ${accountId}`, "base64url");

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
