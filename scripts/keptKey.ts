import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAccessKey, findAccessKey, setWalletEnabled, type Store } from "@portico/store";

export interface KeptKey {
  /** In the folder: who may read it may use the key. */
  readonly file: string;
  readonly name: string;
  readonly isWalletEnabled?: boolean;
}

/**
 * An access key of ours, without a limit: the one that an earlier start wrote to `<folder>/<file>`, while it is good, else a
 * new one.
 */
export async function keptKey(db: Store, folder: string, { file, name, ...traits }: KeptKey): Promise<string> {
  const { isWalletEnabled = false } = traits;
  const path = join(folder, file);
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const found = await findAccessKey(db, kept);
  if (found && found.revokedAt === null && (found.expiresAt === null || found.expiresAt > new Date())) {
    if (found.isWalletEnabled !== isWalletEnabled) await setWalletEnabled(db, found.id, isWalletEnabled);
    return kept;
  }
  const { key } = await createAccessKey(db, { name, isUnlimited: true, isWalletEnabled });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}

/** By which the sign-in service asks the data API, for everybody. */
export const connectKey = (db: Store, folder: string): Promise<string> =>
  keptKey(db, folder, { file: "connect-key", name: "sign-in service" });

/** The demo's, which may call everything. */
export const demoKey = (db: Store, folder: string): Promise<string> =>
  keptKey(db, folder, { file: "demo-key", name: "demo", isWalletEnabled: true });
