import { createAccessKey, createAccount, grantUnits } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { ALICE } from "../testing/fillStore.ts";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi({ rates: {} });
afterAll(() => api.stop());

const SEND = "/v1/official/group_send";
const content = { type: "text", value: { data: "a", version: "v1" } };
const groupSend = (count: number, item: unknown = 1) =>
  JSON.stringify({ address_list: Array.from({ length: count }, () => item), content });

async function openKey(units: number) {
  const { id: accountId } = await createAccount(api.db, { name: "Mallory" });
  if (units > 0) await grantUnits(api.db, { accountId, amount: units, reason: "top-up", actor: "operator" });
  const { key } = await createAccessKey(api.db, { name: "own", accountId, isWalletEnabled: true });
  return { post: (target: string, body: string) => api.post(target, body, { AccessKey: key }) };
}

async function readRefusal(answer: Response) {
  const text = await answer.clone().text();
  expect(text.length).toBeLessThan(16_384);
  return await readProblem(answer);
}

test("Q26 without units a body is not parsed", async () => {
  const { post } = await openKey(0);
  for (const body of [groupSend(490_000), "{"]) {
    expect(await readRefusal(await post(SEND, body))).toMatchObject({ status: 403, code: "units_exhausted" });
  }
});

test.each([
  ["490 000 values", groupSend(490_000), { body: "must have at most 20000 values" }],
  ["more entries than the contract allows", groupSend(10_001), { address_list: "must have at most 10000 entries" }],
  ["a field that is a text of 900 kB", `{"${"x".repeat(900_000)}":[]}`, undefined],
  ["2 000 fields", JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`f${n}`, n]))), undefined],
])("Q26 %s: a problem of less than 16 kB", async (_row, body, errors) => {
  const { post } = await openKey(1000);
  const problem = await readRefusal(await post(SEND, body));
  expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
  expect(problem).toMatchObject(errors === undefined ? {} : { errors });
});

test("Q26 the first 20 invalid entries are named", async () => {
  const { post } = await openKey(1000);
  const { errors } = await readRefusal(await post(SEND, groupSend(10_000)));
  expect(Object.keys(errors ?? {})).toEqual(Array.from({ length: 20 }, (_, index) => `address_list.${index}`));
});

test("Q26 a refused body counts towards the limits by its length, an accepted one doesn't", async () => {
  const { post } = await openKey(100_000);
  const good = groupSend(9000, ALICE);
  expect((await post(SEND, good)).status).toBe(200);
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(SEND, groupSend(300_000))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 429, 429, 429]); // within one window of a second
  });
  await vi.waitFor(async () => expect((await post(SEND, good)).status).toBe(200));
});
