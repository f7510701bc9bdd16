import type { IncomingMessage } from "node:http";
import type { CookieOptions } from "express";

/** Names of our cookies. `__Host-` lets no other host set them, and wants a secure connection. */
export interface CookieNames {
  readonly session: string;
  /** What one sign-in must remember until the person is back. */
  readonly attempt: string;
}

const SECURE: CookieNames = { session: "__Host-portico", attempt: "__Host-portico-attempt" };
/** On http, which is on this very computer. */
const PLAIN: CookieNames = { session: "portico_dashboard", attempt: "portico_dashboard_attempt" };

export const cookieNames = (url: string): CookieNames => (isSecure(url) ? SECURE : PLAIN);

export const cookieOptions = (url: string): CookieOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isSecure(url),
});

const isSecure = (url: string): boolean => url.startsWith("https:");

/** The value of a cookie; "" without one, or with more than one of the name, of which any may be another's. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string {
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
