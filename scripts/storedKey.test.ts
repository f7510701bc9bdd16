import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAccessKey, findAccountByOwner, revokeAccessKey, setWalletEnabled, keySubject } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { connectKey, demoKey, explorerKey } from "./storedKey.ts";

const { db, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-keys-"));
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true });
});

test.each([
  { storeKey: demoKey, file: "demo-key", name: "demo", isWalletEnabled: true },
  { storeKey: connectKey, file: "connect-key", name: "sign-in service", isWalletEnabled: false },
  { storeKey: explorerKey, file: "explorer-key", name: "explorer", isWalletEnabled: true },
])("the key $name stays the same between starts, until it is revoked", async ({ storeKey, file, ...traits }) => {
  const first = await storeKey(db, folder);
  expect(await storeKey(db, folder)).toBe(first);
  expect(statSync(join(folder, file)).mode & 0o077).toBe(0);

  const found = await findAccessKey(db, first);
  expect(found).toMatchObject({ ...traits, isUnlimited: true });
  await setWalletEnabled(db, found?.id ?? "", !traits.isWalletEnabled); // as from a start before this switch existed
  expect(await storeKey(db, folder)).toBe(first);
  expect(await findAccessKey(db, first)).toMatchObject(traits);

  await revokeAccessKey(db, found?.id ?? "");
  expect(await storeKey(db, folder)).not.toBe(first);
});

test("the demo's key belongs to an account of the demo's owner with 10^12 units, granted once", async () => {
  const owner = `0x${"d0".repeat(20)}` as const;
  const key = await demoKey(db, folder, keySubject(owner));
  expect(await demoKey(db, folder, keySubject(owner))).toBe(key);
  const account = await findAccountByOwner(db, keySubject(owner));
  expect(account).toMatchObject({ name: "Demo", balance: 1e12 });
  expect(await findAccessKey(db, key)).toMatchObject({ accountId: account?.id, isUnlimited: true });
});
