import type { IncomingMessage } from "node:http";

/**
 * Whether a page of this server sent the request: browsers send its origin in Origin or Sec-Fetch-Site; a request with
 * neither was not sent by a page. @param url - The public URL of the server.
 */
export function isOwnPage({ headers }: IncomingMessage, url: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOurs = (origin ?? url) === url && (site ?? "same-origin") === "same-origin";
  return isOurs && !(origin === undefined && site === undefined);
}
