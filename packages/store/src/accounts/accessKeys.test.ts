import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { mintAccessKey } from "./accessKey.ts";
import {
  createAccessKey,
  ensureAccessKey,
  findAccessKey,
  listAccessKeys,
  revokeAccessKey,
  setWalletEnabled,
} from "./accessKeys.ts";
import { createAccount } from "./accounts.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("a created key is found by its text, which is not stored", async () => {
  const expiresAt = new Date("2030-01-01T00:00:00Z");
  const { id, key } = await createAccessKey(db, { name: "demo", expiresAt, isUnlimited: true });
  const found = {
    id,
    name: "demo",
    expiresAt,
    revokedAt: null,
    isUnlimited: true,
    isWalletEnabled: false,
    createdAt: expect.any(Date),
    accountId: null,
    isAccountDisabled: false,
    ipRanges: null,
    operations: null,
    ratePerSecond: null,
    profile: null,
    lastUsedAt: null,
    replacedBy: null,
  };
  expect(await findAccessKey(db, key)).toEqual(found);
  const { rows } = await sql<{ text: string }>`select access_key::text as text from access_key`.execute(db);
  expect(JSON.stringify(rows)).not.toContain(key.slice(3, 46));
});

test("a derived key is issued once, and stays as its owner left it", async () => {
  const { id: accountId } = await createAccount(db, { name: "Owner" });
  const derived = { key: mintAccessKey(Buffer.alloc(32, 1)), name: "Agent", accountId };
  const expiresAt = new Date("2030-01-01T00:00:00Z");
  await Promise.all([1, 2, 3].map(() => ensureAccessKey(db, { ...derived, expiresAt })));
  const [issued, ...others] = await listAccessKeys(db, { accountId });
  expect([issued, others]).toMatchObject([{ name: "Agent", expiresAt, isUnlimited: false, revokedAt: null }, []]);
  await revokeAccessKey(db, issued?.id ?? "");
  await ensureAccessKey(db, { ...derived, name: "Other", expiresAt: new Date("2031-01-01T00:00:00Z") });
  expect(await findAccessKey(db, derived.key)).toEqual({ ...issued, revokedAt: expect.any(Date) });
});

test("a key that was never issued, or is invalid, is not found", async () => {
  expect(await findAccessKey(db, mintAccessKey())).toBeUndefined();
  expect(await findAccessKey(db, "pk_nonsense")).toBeUndefined();
});

test("a revoked key is found as revoked, and revoking again keeps the first time", async () => {
  const { id, key } = await createAccessKey(db, { name: "short-lived" });
  expect(await revokeAccessKey(db, id)).toBe(true);
  const first = await findAccessKey(db, key);
  expect(first?.revokedAt).toBeInstanceOf(Date);
  expect(await revokeAccessKey(db, id)).toBe(true);
  expect(await findAccessKey(db, key)).toEqual(first);
  expect(await revokeAccessKey(db, "key_unknown")).toBe(false);
});

test("a key may call the wallet group if created or set so", async () => {
  const { id, key } = await createAccessKey(db, { name: "wallet", isWalletEnabled: true });
  expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: true });
  expect(await setWalletEnabled(db, id, false)).toBe(true);
  expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: false });
  expect(await setWalletEnabled(db, id, true)).toBe(true);
  expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: true });
  expect(await setWalletEnabled(db, "key_unknown", true)).toBe(false);
});

test("keys are listed oldest first, without their hashes", async () => {
  const { id } = await createAccessKey(db, { name: "last" });
  const keys = await listAccessKeys(db);
  expect(keys.at(-1)).toMatchObject({ id, name: "last", isUnlimited: false, expiresAt: null });
  expect(keys.at(-1)).not.toHaveProperty("hash");
});
