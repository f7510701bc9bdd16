import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ACCESS_KEY_CHANNEL, createAccessKey, findAccessKey, listen, revokeAccessKey } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readCommand, runCommand, type Flags } from "./keys.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
afterEach(() => db.deleteFrom("access_key").execute());

const run = (args: readonly string[], flags?: Flags) => runCommand(db, readCommand(args, flags));
const today = new Date().toISOString().slice(0, 10);

test("a key is created, works as shown, and is listed by its id only", async () => {
  expect(await run([])).toEqual(["No key was issued yet. Write: pnpm keys create NAME"]);
  const [key = "", , said = ""] = await run(["create", "my", "wallet"], { wallet: true, expires: "2999-02-28" });
  const found = await findAccessKey(db, key);
  expect(found).toMatchObject({ name: "my wallet", isWalletEnabled: true, isUnlimited: false });
  expect(found?.expiresAt).toEqual(new Date("2999-03-01T00:00:00Z"));
  expect(said).toContain(`pnpm keys revoke ${found?.id}`);
  expect(await run([])).toEqual([`${found?.id}  my wallet  ${today}  until 2999-02-28, wallet`]);
});

test("a key without flags does not expire and may not call the wallet group", async () => {
  const [key = ""] = await run(["create", "plain"]);
  expect(await findAccessKey(db, key)).toMatchObject({ expiresAt: null, isWalletEnabled: false });
});

test("the wallet group is switched on and off, a key is revoked, and running servers hear of each", async () => {
  const { id, key } = await createAccessKey(db, { name: "app" });
  const heard: (string | undefined)[] = [];
  const stop = await listen(url, { channels: { [ACCESS_KEY_CHANNEL]: (payload) => heard.push(payload) } });
  try {
    expect(await run(["wallet", "on", id])).toEqual([`${id} may call the wallet group.`]);
    expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: true });
    expect(await run(["wallet", "off", id])).toEqual([`${id} may no longer call the wallet group.`]);
    expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: false });
    expect(await run(["revoke", id])).toEqual([`${id} is revoked.`]);
    expect(await run([])).toEqual([`${id}  app  ${today}  revoked ${today}`]);
    await vi.waitFor(() => expect(heard).toEqual([undefined, id, id, id]));
  } finally {
    await stop();
  }
});

test("a list shows what each key is, oldest first", async () => {
  const old = await createAccessKey(db, {
    name: "old",
    expiresAt: new Date("2020-01-01T00:00:00Z"),
    isUnlimited: true,
  });
  const gone = await createAccessKey(db, { name: "gone", expiresAt: new Date("2020-01-01T00:00:00Z") });
  await revokeAccessKey(db, gone.id);
  expect(await run(["list"])).toEqual([
    `${old.id}  old   ${today}  expired 2019-12-31, unlimited`,
    `${gone.id}  gone  ${today}  revoked ${today}`,
  ]);
});

test.each<[string[], Flags, string]>([
  [["make"], {}, "'make' is no command"],
  [["list", "app"], {}, "is no command"],
  [["create"], {}, "Whose key is it?"],
  [["create", "a\u001b[2J"], {}, "printable"],
  [["create", "a".repeat(101)], {}, "at most 100"],
  [["create", "app"], { expires: "tomorrow" }, "write it as 2027-12-31"],
  [["create", "app"], { expires: "2027-02-30" }, "write it as 2027-12-31"],
  [["create", "app"], { expires: "2026-03-03" }, "is over"],
  [["revoke"], {}, "pnpm keys revoke ID"],
  [["revoke", "key_a", "key_b"], {}, "pnpm keys revoke ID"],
  [["revoke", "pk_secret"], {}, "a key itself"],
  [["revoke", "key_a"], { wallet: true }, "belong to create"],
  [["wallet", "key_a"], {}, "pnpm keys wallet on ID"],
  [["wallet", "on"], {}, "pnpm keys wallet on ID"],
])("%j with %j is refused with what to write instead", (args, flags, message) => {
  expect(() => readCommand(args, flags, Date.parse("2026-03-04T05:06:07Z"))).toThrow(message);
});

test("today is a good last day", () => {
  const command = readCommand(["create", "app"], { expires: "2026-03-04" }, Date.parse("2026-03-04T23:59:59Z"));
  expect(command).toMatchObject({ expiresAt: new Date("2026-03-05T00:00:00Z") });
});

test("an id that nothing is known of is refused", async () => {
  await expect(run(["revoke", "key_none"])).rejects.toThrow("There is no key 'key_none'");
  await expect(run(["wallet", "on", "key_none"])).rejects.toThrow("pnpm keys");
});

test("as a command it does the same", async () => {
  const args = [join(import.meta.dirname, "keys.ts"), "create", "from", "a shell", "--wallet"];
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const [key = ""] = stdout.split("\n");
  expect(await findAccessKey(db, key)).toMatchObject({ name: "from a shell", isWalletEnabled: true });
});
