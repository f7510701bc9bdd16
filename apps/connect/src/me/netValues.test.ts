import { contractSubject, keySubject, type Subject } from "@portico/store";
import { expect, test } from "vitest";
import type { DataApi } from "./dataApi.ts";
import { createNetValues } from "./netValues.ts";

const [A, B, C] = ["a", "b", "c"].map((digit) => keySubject(`0x${digit.repeat(40)}`)) as [Subject, Subject, Subject];

const ADDRESS = `0x${"d".repeat(40)}` as const;

/** The data API as far as this asks it. */
function answering(answers: readonly Partial<Awaited<ReturnType<DataApi>>>[]) {
  const asked: string[] = [];
  const dataApi: DataApi = async ({ path, query }) => {
    const answer = answers[asked.length];
    asked.push(`${path}?${query}`);
    return { status: 200, headers: {}, bytes: Buffer.from('{"total_usd_value":5}'), ...answer };
  };
  return { asked, dataApi };
}

test("an address is asked for once in a while, however many ask at once, and each by itself", async () => {
  const { asked, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  expect(await Promise.all([read(A), read(A), read(B)])).toEqual([5, 5, 5]);
  await read(A);
  expect(asked).toEqual([A, B].map((who) => `/v1/user/total_balance?id=${who}`));
});

test("of an account by contract only its chain is counted, and the address's other accounts are others", async () => {
  const { asked, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  for (const who of [contractSubject(1, ADDRESS), contractSubject(8453, ADDRESS), keySubject(ADDRESS)]) await read(who);
  expect(asked).toEqual(
    ["chain_ids=eth&", "chain_ids=base&", ""].map((chains) => `/v1/user/total_balance?${chains}id=${ADDRESS}`),
  );
});

test.each([
  ["a refusal", { status: 503 }],
  ["a sum without some chain", { headers: { "portico-chains": "eth;failed" } }],
  ["no number", { bytes: Buffer.from("[]") }],
  ["no JSON", { bytes: Buffer.from("<html>") }],
])("%s is no value, and isn't remembered", async (_what, answer) => {
  const { dataApi } = answering([answer]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  await expect(read(A)).rejects.toThrow(/not known|no number|JSON/);
  expect(await read(A)).toBe(5);
});

test("only so many are remembered", async () => {
  const { asked, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000, most: 1 });
  for (const who of [A, B, C, A]) await read(who);
  expect(asked).toHaveLength(4);
});
