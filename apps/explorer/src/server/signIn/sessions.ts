import { randomBytes } from "node:crypto";
import {
  createExplorerSession,
  deleteExplorerSession,
  findExplorerSession,
  type Store,
  type Subject,
} from "@portico/store";
import { cookieOptions, readCookie } from "@portico/ui/signIn";
import type { Request, Response } from "express";
import { cookieNames } from "./cookieNames.ts";

/** A signed-in browser. */
export interface Session {
  /** The cookie's value: a secret. */
  readonly token: string;
  readonly account: Subject;
}

/** Sessions of visitors, in the store: every process serves them, and one that ended is invalid everywhere. */
export interface Sessions {
  /** Replaces the browser's current one. */
  readonly start: (req: Request, res: Response, account: Subject) => Promise<void>;
  readonly find: (req: Request) => Promise<Session | undefined>;
  readonly end: (req: Request, res: Response) => Promise<void>;
  /** Removes the cookie of a session that ended in the store. */
  readonly clear: (res: Response) => void;
}

export interface SessionOptions {
  readonly db: Store;
  /** The public URL of the explorer, without a trailing slash. */
  readonly url: string;
}

const TTL_SECONDS = 43_200;
const TOKEN = /^[\w-]{43}$/;

export function createSessions({ db, url }: SessionOptions): Sessions {
  const name = cookieNames(url).session;
  const cookie = cookieOptions(url);
  const clear = (res: Response): void => void res.clearCookie(name, cookie);
  return {
    start: async (req, res, account) => {
      await deleteExplorerSession(db, readCookie(req, name));
      const token = randomBytes(32).toString("base64url");
      await createExplorerSession(db, { token, account, ttlSeconds: TTL_SECONDS });
      res.cookie(name, token, { ...cookie, maxAge: TTL_SECONDS * 1000 });
    },
    find: async (req) => {
      const token = readCookie(req, name);
      const account = TOKEN.test(token) ? await findExplorerSession(db, token) : undefined;
      return account && { token, account };
    },
    end: async (req, res) => {
      await deleteExplorerSession(db, readCookie(req, name));
      clear(res);
    },
    clear,
  };
}
