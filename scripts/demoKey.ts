import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, createAccessKey, findAccessKey, openDatabase, setWalletEnabled } from "@portico/store";

/**
 * The demo's access key, which may call everything: the one that an earlier start wrote to `<folder>/demo-key`, while it is
 * good, else a new one.
 */
export async function demoKey(databaseUrl: string, folder: string): Promise<string> {
  const file = join(folder, "demo-key");
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
    const found = await findAccessKey(db, kept);
    if (found && found.revokedAt === null && (found.expiresAt === null || found.expiresAt > new Date())) {
      if (!found.isWalletEnabled) await setWalletEnabled(db, found.id, true);
      return kept;
    }
    const { key } = await createAccessKey(db, { name: "demo", isUnlimited: true, isWalletEnabled: true });
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    return key;
  } finally {
    await closeDatabase(db);
  }
}
