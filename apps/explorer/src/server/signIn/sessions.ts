import { hkdfSync } from "node:crypto";
import { cookieOptions, readCookie } from "@portico/ui/signIn";
import type { Request, Response } from "express";
import { jwtVerify, SignJWT } from "jose";
import { cookieNames } from "./cookieNames.ts";

/**
 * Sessions of visitors, which are stored only in their browsers, as a signed token (JWT): every process with the same
 * secret reads them. They can't be revoked before they expire, and authorize nothing.
 */
export interface Sessions {
  readonly start: (res: Response, address: string) => Promise<void>;
  /** The user's address; undefined without a valid session. */
  readonly find: (req: Request) => Promise<string | undefined>;
  readonly end: (res: Response) => void;
}

export interface SessionOptions {
  /** The public URL of the explorer, without a trailing slash. */
  readonly url: string;
  /** At least 256 random bits; another one ends all sessions. */
  readonly secret: string;
  readonly now?: () => Date;
}

const TTL_SECONDS = 43_200;
const ALGORITHM = "HS256";

export function createSessions({ url, secret, now = () => new Date() }: SessionOptions): Sessions {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "portico explorer session", 32));
  const name = cookieNames(url).session;
  const cookie = cookieOptions(url);
  return {
    start: async (res, address) => {
      const startedAt = Math.floor(now().getTime() / 1000);
      const token = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(address)
        .setAudience(url)
        .setExpirationTime(startedAt + TTL_SECONDS)
        .sign(key);
      res.cookie(name, token, { ...cookie, maxAge: TTL_SECONDS * 1000 });
    },
    find: async (req) => {
      const checks = { algorithms: [ALGORITHM], audience: url, requiredClaims: ["exp", "sub"], currentDate: now() };
      try {
        return (await jwtVerify(readCookie(req, name), key, checks)).payload.sub;
      } catch {
        return undefined; // none, expired, or not written here
      }
    },
    end: (res) => void res.clearCookie(name, cookie),
  };
}
