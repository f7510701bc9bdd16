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

export interface KeptKey {
  /** In the folder: who may read it may use the key. */
  readonly file: string;
  readonly name: string;
  readonly isWalletEnabled?: boolean;
  /** Whose units it costs; nobody's when left out. */
  readonly accountId?: string;
}

/**
 * An access key of ours, without a limit: the one that an earlier start wrote to `<folder>/<file>`, while it is good, else a
 * new one.
 */
export async function keptKey(db: Store, folder: string, { file, name, ...traits }: KeptKey): Promise<string> {
  const { isWalletEnabled = false, accountId = null } = traits;
  const path = join(folder, file);
  const kept = readKept(path);
  const found = await findAccessKey(db, kept);
  if (
    found &&
    found.accountId === accountId &&
    found.revokedAt === null &&
    (found.expiresAt === null || found.expiresAt > new Date())
  ) {
    if (found.isWalletEnabled !== isWalletEnabled) await setWalletEnabled(db, found.id, isWalletEnabled);
    return kept;
  }
  const { key } = await createAccessKey(db, { name, isUnlimited: true, isWalletEnabled, accountId });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}

const readKept = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");

/** By which the sign-in service asks the data API, for everybody. */
export const connectKey = (db: Store, folder: string): Promise<string> =>
  keptKey(db, folder, { file: "connect-key", name: "sign-in service" });

/** Of the explorer's server, for reads of the data API; its limits are by visitor. */
export const explorerKey = (db: Store, folder: string): Promise<string> =>
  keptKey(db, folder, { file: "explorer-key", name: "explorer", isWalletEnabled: true });

/** Of the demo's account: nobody will use them up. */
const DEMO_UNITS = 1e12;

const DEMO = { file: "demo-key", name: "demo", isWalletEnabled: true };

/**
 * The demo's, which may call everything, and whose account has units for all of it.
 * @param owner - Who signs in to the dashboard and finds the account; nobody when left out.
 */
export async function demoKey(db: Store, folder: string, owner: Subject | null = null): Promise<string> {
  const kept = await findAccessKey(db, readKept(join(folder, DEMO.file)));
  const known = owner === null ? kept?.accountId : undefined;
  const accountId = known ?? (await createAccount(db, { name: "Demo", owner })).id;
  const grant = { amount: DEMO_UNITS, reason: "demo", actor: "pnpm start", reference: "demo" };
  await grantUnits(db, { accountId, ...grant }); // once
  return await keptKey(db, folder, { ...DEMO, accountId });
}
