import type { IncomingMessage } from "node:http";
import type { CookieOptions } from "express";

/** Of a server's own cookies. @param url - The public URL of the server. */
export const cookieOptions = (url: string): CookieOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: url.startsWith("https:"),
});

/** Names of a server's own cookies. */
export interface CookieNames {
  readonly session: string;
  /** State of a pending sign-in, until the user returns. */
  readonly attempt: string;
}

/**
 * `__Host-` prevents other hosts from setting a cookie, and requires a secure connection.
 * @param secure - Base of the names over https, after the prefix.
 * @param plain - Base of the names over http, which is on loopback only: all its ports share their cookies.
 */
export const cookieNames = (url: string, { secure, plain }: { secure: string; plain: string }): CookieNames =>
  url.startsWith("https:")
    ? { session: `__Host-${secure}`, attempt: `__Host-${secure}-attempt` }
    : { session: plain, attempt: `${plain}_attempt` };

/** The value of a cookie; "" if it is absent, or sent more than once, since any of them may be set by someone else. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string {
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
