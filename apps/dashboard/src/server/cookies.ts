import type { IncomingMessage } from "node:http";
import type { CookieOptions } from "express";

/** Names of our cookies. `__Host-` prevents other hosts from setting them, and requires a secure connection. */
export interface CookieNames {
  readonly session: string;
  /** State of a pending sign-in, until the user returns. */
  readonly attempt: string;
}

const SECURE: CookieNames = { session: "__Host-portico", attempt: "__Host-portico-attempt" };
/** For http, which is on loopback only. */
const PLAIN: CookieNames = { session: "portico_dashboard", attempt: "portico_dashboard_attempt" };

export const cookieNames = (url: string): CookieNames => (isSecure(url) ? SECURE : PLAIN);

export const cookieOptions = (url: string): CookieOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isSecure(url),
});

const isSecure = (url: string): boolean => url.startsWith("https:");

/** The value of a cookie; "" if it is absent, or sent more than once, since any of them may be set by someone else. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string {
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
