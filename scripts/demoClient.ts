import type { Store } from "@portico/store";
import { DEMO_PORT } from "./demoPort.ts";
import { storedClient, type StoredClient, readStoredClient } from "./storedClient.ts";

const FILE = "demo-client.json";

/** The application "Portico demo", for trying the sign-in; examples/sign-in-app listens on the port. */
export function demoClient(db: Store, folder: string, port = DEMO_PORT): Promise<StoredClient> {
  const siteUrl = `http://127.0.0.1:${port}/`;
  const app = { name: "Portico demo", siteUrl };
  return storedClient(db, folder, { file: FILE, app, redirectUri: `${siteUrl}callback` });
}

/** The client id of the demo from an earlier start. */
export const findDemoClientId = (folder: string): string | undefined => readStoredClient(folder, FILE)?.clientId;

/** The URL that starts a sign-in to the demo; a real client adds a `state` of its own to match the response. */
export function signInLink(connectUrl: string, { clientId, redirectUri }: StoredClient): string {
  const scope = "user:base:read user:chain:read user:social:read";
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope, state: "try" });
  return `${connectUrl}/oauth/authorize?${query.toString()}`;
}
