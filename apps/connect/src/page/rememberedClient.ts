import type { End } from "./wire.ts";

type Client = NonNullable<End["client"]>;

/** By the last part of the address: where a sign-in goes on has the same one. */
const keyOf = (): string => `portico client ${location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? ""}`;

/**
 * Keeps, in this tab, who asks: when the request is over, the server doesn't say that any more, for whoever opens the link may
 * be somebody else.
 */
export function rememberClient({ name, site_url }: Client): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify({ name, site_url } satisfies Client));
  } catch {
    // a browser that keeps nothing: then there is no link back
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
