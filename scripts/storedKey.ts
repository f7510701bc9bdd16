import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createAccessKey,
  createAccount,
  findAccessKey,
  grantUnits,
  setWalletEnabled,
  type Store,
  type Subject,
} from "@portico/store";

export interface StoredKey {
  /** File name in the folder: anyone who can read it can use the key. */
  readonly file: string;
  readonly name: string;
  readonly isWalletEnabled?: boolean;
  /** The account that pays; none by default. */
  readonly accountId?: string;
}

/**
 * An access key of our own, without rate limit: the one that an earlier start stored in `<folder>/<file>` if still
 * valid, otherwise a new one.
 */
export async function storedKey(db: Store, folder: string, { file, ...traits }: StoredKey): Promise<string> {
  const path = join(folder, file);
  const stored = readStored(path);
  const key = await ensureKey(db, stored, traits);
  if (key !== stored) writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}

/** @returns an access key without rate limit: the stored one if it is still valid, otherwise a new one. */
export async function ensureKey(db: Store, stored: string, traits: Omit<StoredKey, "file">): Promise<string> {
  const { name, isWalletEnabled = false, accountId = null } = traits;
  const found = await findAccessKey(db, stored);
  if (
    found &&
    found.accountId === accountId &&
    found.revokedAt === null &&
    (found.expiresAt === null || found.expiresAt > new Date())
  ) {
    if (found.isWalletEnabled !== isWalletEnabled) await setWalletEnabled(db, found.id, isWalletEnabled);
    return stored;
  }
  return (await createAccessKey(db, { name, isUnlimited: true, isWalletEnabled, accountId })).key;
}

/** 256 random bits that an earlier start stored in `<folder>/<file>`, otherwise new ones. */
export function storedSecret(folder: string, file: string): string {
  const path = join(folder, file);
  const stored = readStored(path);
  if (stored !== "") return stored;
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}

const readStored = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");

/** The key with which the sign-in service calls the data API, for all users. */
export const connectKey = (db: Store, folder: string): Promise<string> =>
  storedKey(db, folder, { file: "connect-key", ...CONNECT_KEY });

export const CONNECT_KEY = { name: "sign-in service" };

/** Of the explorer's server, for reads of the data API; its limits are by visitor. */
export const explorerKey = (db: Store, folder: string): Promise<string> =>
  storedKey(db, folder, { file: "explorer-key", ...EXPLORER_KEY });

export const EXPLORER_KEY = { name: "explorer", isWalletEnabled: true };

/** Units of the demo's account: practically unlimited. */
const DEMO_UNITS = 1e12;

const DEMO = { file: "demo-key", name: "demo", isWalletEnabled: true };

/**
 * The demo's key, which may call everything, with units in its account for all of it.
 * @param owner - The owner of the account, who sees it in the dashboard; none by default.
 */
export async function demoKey(db: Store, folder: string, owner: Subject | null = null): Promise<string> {
  const stored = await findAccessKey(db, readStored(join(folder, DEMO.file)));
  const known = owner === null ? stored?.accountId : undefined;
  const accountId = known ?? (await createAccount(db, { name: "Demo", owner })).id;
  const grant = { amount: DEMO_UNITS, reason: "demo", actor: "pnpm start", reference: "demo" };
  await grantUnits(db, { accountId, ...grant }); // only once
  return await storedKey(db, folder, { ...DEMO, accountId });
}
