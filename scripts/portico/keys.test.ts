import {
  ACCESS_KEY_CHANNEL,
  createAccessKey,
  createAccount,
  findAccessKey,
  listen,
  revokeAccessKey,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
afterEach(() => db.deleteFrom("access_key").execute());

const print = createPrinter(db);
const keys = (...args: string[]) => print("keys", ...args);
const today = new Date().toISOString().slice(0, 10);

test("a key is created, works as printed, and is listed by its id only", async () => {
  expect(await keys("list")).toEqual(["No keys found. Create one: pnpm portico keys create NAME"]);
  const [key = "", , message = ""] = await keys("create", "my", "wallet", "--wallet", "--expires", "2999-02-28");
  const found = await findAccessKey(db, key);
  expect(found).toMatchObject({ name: "my wallet", isWalletEnabled: true, isUnlimited: false });
  expect(found?.expiresAt).toEqual(new Date("2999-03-01T00:00:00Z"));
  expect(message).toContain(`pnpm portico keys revoke ${found?.id}`);
  expect(await keys("list")).toEqual([`${found?.id}  my wallet  ${today}  until 2999-02-28, wallet`]);
  expect((await keys("list", "--json")).join()).not.toContain(key);
});

test("by default a key has no expiry and no account, and may not call the wallet group", async () => {
  const [key = ""] = await keys("create", "plain", "--expires", today);
  expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: false, accountId: null, ipRanges: null });
  const [other = ""] = await keys("create", "plainer");
  expect(await findAccessKey(db, other)).toMatchObject({ expiresAt: null, operations: null, ratePerSecond: null });
});

test("an account's key is restricted, and listed as that account's", async () => {
  const { id } = await createAccount(db, { name: "Ann" });
  await keys("create", "other");
  const restrictions = ["--ip", "192.0.2.0/24,2001:db8::/32", "--operations", "getChain,getChainList", "--rate", "5"];
  const [key = ""] = await keys("create", "app", "--account", id, ...restrictions);
  expect(await findAccessKey(db, key)).toMatchObject({
    accountId: id,
    ipRanges: ["192.0.2.0/24", "2001:db8::/32"],
    operations: ["getChain", "getChainList"],
    ratePerSecond: 5,
  });
  const [line = "", ...more] = await keys("list", "--account", id);
  expect(line).toContain(`${id}, 5/s, from 192.0.2.0/24 2001:db8::/32, for getChain getChainList`);
  expect(more).toEqual([]);
  const listed: unknown = JSON.parse((await keys("list", "--account", id, "--json")).join());
  expect(listed).toMatchObject([{ name: "app", accountId: id, ratePerSecond: 5, revokedAt: null }]);
});

test("the wallet group is switched on and off, a key is revoked, and running servers are notified of each change", async () => {
  const { id, key } = await createAccessKey(db, { name: "app" });
  const notifications: (string | undefined)[] = [];
  const stop = await listen(url, { channels: { [ACCESS_KEY_CHANNEL]: (payload) => notifications.push(payload) } });
  try {
    expect(await keys("wallet", "on", id)).toEqual([`${id} may call the wallet group.`]);
    expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: true });
    expect(await keys("wallet", "off", id)).toEqual([`${id} may no longer call the wallet group.`]);
    expect(await findAccessKey(db, key)).toMatchObject({ isWalletEnabled: false });
    expect(await keys("revoke", id)).toEqual([`${id} is revoked.`]);
    expect(await keys("list")).toEqual([`${id}  app  ${today}  revoked ${today}`]);
    await vi.waitFor(() => expect(notifications).toEqual([undefined, id, id, id]));
  } finally {
    await stop();
  }
});

test("a rotated key remains valid beside the new one for the given period, and can be rotated only once", async () => {
  const { id, key } = await createAccessKey(db, { name: "app", isWalletEnabled: true, ratePerSecond: 7 });
  const [next = "", , message = ""] = await keys("rotate", id, "--grace", "600");
  const found = await findAccessKey(db, next);
  expect(found).toMatchObject({ name: "app", isWalletEnabled: true, ratePerSecond: 7, expiresAt: null });
  expect(message).toContain("600 s");
  const old = await findAccessKey(db, key);
  expect(old?.replacedBy).toBe(found?.id);
  expect(old?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 660_000);
  expect((await keys("list")).join()).toContain(`replaced by ${found?.id}`);
  await expect(keys("rotate", id)).rejects.toThrow("No valid key '");
});

test("a key without a limit stays so when the operator rotates it", async () => {
  const { id } = await createAccessKey(db, { name: "ours", isUnlimited: true });
  const [next = ""] = await keys("rotate", id);
  expect(await findAccessKey(db, next)).toMatchObject({ name: "ours", isUnlimited: true });
});

test("a list shows each key's state, oldest first", async () => {
  const past = new Date("2020-01-01T00:00:00Z");
  const old = await createAccessKey(db, { name: "old", expiresAt: past, isUnlimited: true });
  const gone = await createAccessKey(db, { name: "gone", expiresAt: past });
  await revokeAccessKey(db, gone.id);
  expect(await keys("list")).toEqual([
    `${old.id}  old   ${today}  expired 2019-12-31, unlimited`,
    `${gone.id}  gone  ${today}  revoked ${today}`,
  ]);
});

test.each<[string[], string]>([
  [["make"], "unknown command 'make'"],
  [["revok", "key_a"], "Did you mean revoke?"],
  [["list", "app"], "too many arguments"],
  [["create"], "missing required argument 'name'"],
  [["create", "a\u001b[2J"], "printable"],
  [["create", "a".repeat(101)], "1 to 100"],
  [["create", "app", "--expires", "tomorrow"], "is not a date such as 2027-12-31"],
  [["create", "app", "--expires", "2027-02-30"], "is not a date such as 2027-12-31"],
  [["create", "app", "--expires", "2021-03-03"], "is in the past"],
  [["create", "app", "--ip", "192.0.2.1/24"], "such as 192.0.2.0/24"],
  [["create", "app", "--ip", "192.0.2.1,"], "separated by commas"],
  [["create", "app", "--operations", "chainlist"], "Did you mean getChainList"],
  [["create", "app", "--rate", "0"], "a whole number from 1"],
  [["create", "app", "--account", "Ann"], "Use the id, acc_…"],
  [["create", "app", "--account", "acc_none"], "Unknown account 'acc_none'"],
  [["revoke"], "missing required argument 'key-id'"],
  [["revoke", "key_a", "key_b"], "too many arguments"],
  [["revoke", "pk_secret"], "This is the secret itself: use the id, key_…"],
  [["revoke", "key_a", "--wallet"], "unknown option '--wallet'"],
  [["wallet", "key_a", "on"], "Allowed choices are on, off"],
  [["wallet", "on"], "missing required argument 'key-id'"],
  [["revoke", "key_none"], "Unknown key 'key_none'. List all: pnpm portico keys list"],
  [["wallet", "on", "key_none"], "Unknown key 'key_none'"],
  [["rotate", "key_none"], "No valid key 'key_none'"],
])("keys %j is refused with a hint, and changes nothing", async (args, message) => {
  await expect(keys(...args)).rejects.toThrow(message);
  expect(await db.selectFrom("access_key").selectAll().execute()).toEqual([]);
});
