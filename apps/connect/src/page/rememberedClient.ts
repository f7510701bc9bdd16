import type { End } from "./interactionResponse.ts";

type Client = NonNullable<End["client"]>;

/** By the last segment of the path, which stays the same during a sign-in. */
const keyOf = (): string => `portico client ${location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? ""}`;

/**
 * Stores the requesting application in this tab: after the request ends, the server doesn't return it any more, because
 * another user may open the link.
 */
export function rememberClient({ name, site_url }: Client): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify({ name, site_url } satisfies Client));
  } catch {
    // storage is unavailable: then there is no link back
  }
}

export function recallClient(): Client | undefined {
  try {
    const { name, site_url } = JSON.parse(sessionStorage.getItem(keyOf()) ?? "null") as Client;
    return { name, site_url };
  } catch {
    return undefined;
  }
}
