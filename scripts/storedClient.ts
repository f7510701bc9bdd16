import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createOauthApp,
  createOauthClient,
  findOauthClient,
  hashClientSecret,
  type NewOauthApp,
  type Store,
} from "@portico/store";

/** A client of the sign-in service, as its application stores it. */
export interface StoredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export interface ClientPlan {
  readonly app: NewOauthApp;
  readonly redirectUri: string;
}

/**
 * A client of our own application: the one that an earlier start stored in `<folder>/<file>` if still valid, otherwise
 * a new one.
 * @param plan - Its `file`: anyone who can read it can use the client.
 */
export async function storedClient(
  db: Store,
  folder: string,
  { file, ...plan }: ClientPlan & { readonly file: string },
): Promise<StoredClient> {
  const stored = readStoredClient(folder, file);
  const client = await ensureClient(db, stored, plan);
  const isStored = client.clientId === stored?.clientId && client.clientSecret === stored.clientSecret;
  const { clientId, clientSecret } = client;
  const text = `${JSON.stringify({ clientId, clientSecret }, null, 2)}\n`;
  if (!isStored) writeFileSync(join(folder, file), text, { mode: 0o600 });
  return client;
}

/** @returns a client with this redirect URI: the stored one if it is still valid, otherwise a new one of its app. */
export async function ensureClient(
  db: Store,
  stored: Omit<StoredClient, "redirectUri"> | undefined,
  { app, redirectUri }: ClientPlan,
): Promise<StoredClient> {
  const found = stored && (await findOauthClient(db, stored.clientId));
  const isGood =
    found?.isDisabled === false &&
    found.redirectUris.includes(redirectUri) &&
    found.secretHashes.includes(hashClientSecret(stored?.clientSecret ?? ""));
  if (stored && isGood) return { ...stored, redirectUri };
  const appId = found?.app.id ?? (await createOauthApp(db, app));
  const { id, secret } = await createOauthClient(db, { appId, redirectUris: [redirectUri] });
  return { clientId: id, clientSecret: secret, redirectUri };
}

/** @returns undefined if there is no file, or if a crash truncated it. */
export function readStoredClient(folder: string, file: string): Omit<StoredClient, "redirectUri"> | undefined {
  try {
    const { clientId, clientSecret } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Partial<StoredClient>;
    return clientId && clientSecret ? { clientId, clientSecret } : undefined;
  } catch {
    return undefined;
  }
}

/** The client for signing in to the dashboard at `url`. */
export const dashboardClient = (db: Store, folder: string, url: string): Promise<StoredClient> =>
  storedClient(db, folder, { file: "dashboard-client.json", ...planDashboardClient(url) });

export const planDashboardClient = (url: string): ClientPlan => ({
  app: { name: "Portico dashboard", siteUrl: `${url}/`, isValidated: true },
  redirectUri: `${url}/dashboard/callback`,
});

/** The client for signing in to the explorer at `url`. */
export const explorerClient = (db: Store, folder: string, url: string): Promise<StoredClient> =>
  storedClient(db, folder, { file: "explorer-client.json", ...planExplorerClient(url) });

export const planExplorerClient = (url: string): ClientPlan => ({
  app: { name: "Portico explorer", siteUrl: `${url}/`, isValidated: true },
  redirectUri: `${url}/auth/callback`,
});
