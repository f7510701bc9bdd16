import type { Store } from "@portico/store";
import { DEMO_PORT } from "./demoPort.ts";
import { keptClient, type KeptClient, readKeptClient } from "./keptClient.ts";

const FILE = "demo-client.json";

/** The application "Portico demo", by which signing in can be tried; examples/sign-in-app listens at the port. */
export function demoClient(db: Store, folder: string, port = DEMO_PORT): Promise<KeptClient> {
  const siteUrl = `http://127.0.0.1:${port}/`;
  const app = { name: "Portico demo", siteUrl };
  return keptClient(db, folder, { file: FILE, app, redirectUri: `${siteUrl}callback` });
}

/** As whom the demo of an earlier start signed people in. */
export const findDemoClientId = (folder: string): string | undefined => readKeptClient(folder, FILE)?.clientId;

/** Where a browser begins to sign in to the demo; a client that means it sends a `state` of its own, to know its answer by. */
export function signInLink(connectUrl: string, { clientId, redirectUri }: KeptClient): string {
  const scope = "user:base:read user:chain:read user:social:read";
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope, state: "try" });
  return `${connectUrl}/oauth/authorize?${query.toString()}`;
}
