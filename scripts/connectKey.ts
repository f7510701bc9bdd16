import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAccessKey, findAccessKey, type Store } from "@portico/store";

/**
 * The access key by which the sign-in service asks the data API, without a limit because it asks for everybody: the one
 * that an earlier start wrote to `<folder>/connect-key`, while it is good, else a new one.
 */
export async function connectKey(db: Store, folder: string): Promise<string> {
  const file = join(folder, "connect-key");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const found = await findAccessKey(db, kept);
  if (found && found.revokedAt === null && (found.expiresAt === null || found.expiresAt > new Date())) return kept;
  const { key } = await createAccessKey(db, { name: "sign-in service", isUnlimited: true });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}
