import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOauthApp, createOauthClient, findOauthClient, hashClientSecret, type Store } from "@portico/store";

export interface DemoClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

const SITE_URL = "http://127.0.0.1:4005/";

/** Where examples/sign-in-app listens. */
const REDIRECT_URI = `${SITE_URL}callback`;

/**
 * The application "Portico demo", by which signing in can be tried: the client that an earlier start wrote to
 * `<folder>/demo-client.json`, while it is good, else a new one.
 */
export async function demoClient(db: Store, folder: string): Promise<DemoClient> {
  const file = join(folder, "demo-client.json");
  const kept = existsSync(file) ? readKept(readFileSync(file, "utf8")) : undefined;
  const found = kept && (await findOauthClient(db, kept.clientId));
  const isGood =
    found?.isDisabled === false &&
    found.redirectUris.includes(REDIRECT_URI) &&
    found.secretHashes.includes(hashClientSecret(kept?.clientSecret ?? ""));
  if (kept && isGood) return { ...kept, redirectUri: REDIRECT_URI };

  const appId = found?.app.id ?? (await createOauthApp(db, { name: "Portico demo", siteUrl: SITE_URL }));
  const { id, secret } = await createOauthClient(db, { appId, redirectUris: [REDIRECT_URI] });
  const client = { clientId: id, clientSecret: secret };
  writeFileSync(file, `${JSON.stringify(client, null, 2)}\n`, { mode: 0o600 });
  return { ...client, redirectUri: REDIRECT_URI };
}

/** @returns undefined for a file that a crash cut off. */
function readKept(text: string): Omit<DemoClient, "redirectUri"> | undefined {
  try {
    const { clientId, clientSecret } = JSON.parse(text) as Partial<DemoClient>;
    return clientId && clientSecret ? { clientId, clientSecret } : undefined;
  } catch {
    return undefined;
  }
}

/** Where a browser begins to sign in to the demo; a client that means it sends a `state` of its own, to know its answer by. */
export function signInLink(connectUrl: string, { clientId, redirectUri }: DemoClient): string {
  const scope = "user:base:read user:chain:read user:social:read";
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope, state: "try" });
  return `${connectUrl}/oauth/authorize?${query.toString()}`;
}
