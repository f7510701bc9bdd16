import type { Unit } from "@portico/contract";
import { createAccessKey, createAccount, grantUnits } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ALICE, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const PATH = "/v1/account/units";

/** An account with this many units and two keys. */
async function openAccount(units: number) {
  const { id: accountId } = await createAccount(api.db, { name: "Test" });
  if (units > 0) await grantUnits(api.db, { accountId, amount: units, reason: "top-up", actor: "operator" });
  const open = async () => (await createAccessKey(api.db, { name: "test", accountId, isUnlimited: true })).key;
  return { keys: [{ AccessKey: await open() }, { AccessKey: await open() }] as const, accountId };
}

test("an account's units are what was granted minus what its keys used, with the use of 30 days", async () => {
  const { keys } = await openAccount(100);
  const [one, two] = keys;
  expect(await api.getJson<Unit>(PATH, one)).toMatchObject({ balance: 100 });
  await api.getJson(`/v1/token?chain_id=eth&id=${USDC}`, one); // 1 unit
  await api.getJson(`/v1/user/token_list?chain_id=eth&id=${ALICE}`, two); // 4 units
  const units = await api.getJson<Unit>(PATH, one);
  expect(units).toEqual(await api.getJson<Unit>(PATH, two));
  expect([units.balance, units.stats.length, units.stats[0]]).toMatchObject([95, 30, { remains: 95 }]);
  expect(units.stats.reduce((sum, { usage }) => sum + usage, 0)).toBe(5);
});

test("it costs nothing, and responds without units too", async () => {
  const [key] = (await openAccount(0)).keys;
  for (let call = 0; call < 3; call++) expect(await api.getJson<Unit>(PATH, key)).toMatchObject({ balance: 0 });
});

test("a key without an account is refused, and a request without a key", async () => {
  expect(await readProblem(await api.get(PATH))).toMatchObject({ status: 400, code: "invalid_account" });
  const bare = await readProblem(await fetch(api.url + PATH));
  expect(bare).toMatchObject({ status: 401, code: "access_key_missing" });
});
