import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAccessKey, revokeAccessKey, setWalletEnabled } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { demoKey } from "./demoKey.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

test("the demo key stays the same from start to start, until it is revoked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-demo-"));
  const first = await demoKey(url, folder);
  expect(await demoKey(url, folder)).toBe(first);
  expect(statSync(join(folder, "demo-key")).mode & 0o077).toBe(0);

  const found = await findAccessKey(db, first);
  expect(found).toMatchObject({ name: "demo", isUnlimited: true, isWalletEnabled: true });
  await setWalletEnabled(db, found?.id ?? "", false); // as that of a start before there was such a switch
  expect(await demoKey(url, folder)).toBe(first);
  expect(await findAccessKey(db, first)).toMatchObject({ isWalletEnabled: true });

  await revokeAccessKey(db, found?.id ?? "");
  expect(await demoKey(url, folder)).not.toBe(first);
});
