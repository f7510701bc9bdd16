import { parseSubject, type Subject } from "@portico/store";
import type { Request, Response } from "express";
import type { Provider } from "oidc-provider";
import { cookieOptions } from "../provider/cookies.ts";

/** The provider's own session: a user signed in for an application is signed in for our pages, and vice versa. */
export interface BrowserSessions {
  /** The account that this browser is signed in with. */
  findAccount(request: Request, response: Response): Promise<Subject | undefined>;
  /** Signs the browser in, with a new session identifier. */
  start(request: Request, response: Response, account: Subject): Promise<void>;
  /** Signs the browser out. */
  end(request: Request, response: Response): Promise<void>;
}

export interface SessionOptions {
  provider: Provider;
  ttlSeconds: number;
}

export function createBrowserSessions({ provider, ttlSeconds }: SessionOptions): BrowserSessions {
  const { long: cookie } = cookieOptions(provider.issuer);
  const name = provider.cookieName("session");
  const open = async (request: Request, response: Response) => {
    const context = provider.createContext(request, response);
    return { context, session: await provider.Session.get(context) };
  };
  return {
    findAccount: async (request, response) => {
      const { session } = await open(request, response);
      return parseSubject(session.accountId ?? "");
    },
    start: async (request, response, accountId) => {
      const { context, session: before } = await open(request, response);
      if (before.accountId !== undefined) await before.destroy();
      const session = new provider.Session();
      session.loginAccount({ accountId, amr: ["swk"] });
      await session.save(ttlSeconds);
      context.cookies.set(name, session.jti, { ...cookie, expires: new Date(session.exp * 1000) });
    },
    end: async (request, response) => {
      const { context, session } = await open(request, response);
      if (session.accountId !== undefined) await session.destroy();
      context.cookies.set(name, null, cookie);
    },
  };
}
