import type { IncomingMessage } from "node:http";
import type { CookieOptions } from "express";

/** Of a server's own cookies. @param url - The public URL of the server. */
export const cookieOptions = (url: string): CookieOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: url.startsWith("https:"),
});

/** The value of a cookie; "" if it is absent, or sent more than once, since any of them may be set by someone else. */
export function readCookie({ headers: { cookie = "" } }: IncomingMessage, name: string): string {
  const values = cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
