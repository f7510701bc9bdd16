import type { Store } from "@portico/store";
import { keptClient, type KeptClient } from "./keptClient.ts";

const SITE_URL = "http://127.0.0.1:4005/";

/** The application "Portico demo", by which signing in can be tried; examples/sign-in-app listens there. */
export const demoClient = (db: Store, folder: string): Promise<KeptClient> =>
  keptClient(db, folder, {
    file: "demo-client.json",
    app: { name: "Portico demo", siteUrl: SITE_URL },
    redirectUri: `${SITE_URL}callback`,
  });

/** Where a browser begins to sign in to the demo; a client that means it sends a `state` of its own, to know its answer by. */
export function signInLink(connectUrl: string, { clientId, redirectUri }: KeptClient): string {
  const scope = "user:base:read user:chain:read user:social:read";
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope, state: "try" });
  return `${connectUrl}/oauth/authorize?${query.toString()}`;
}
