import { contractSubject, keySubject, type Subject } from "@portico/store";
import { expect, test } from "vitest";
import type { DataApi } from "./dataApi.ts";
import { createNetValues } from "./netValues.ts";

const [A, B, C] = ["a", "b", "c"].map((digit) => keySubject(`0x${digit.repeat(40)}`)) as [Subject, Subject, Subject];

const ADDRESS = `0x${"d".repeat(40)}` as const;

/** A data API with these responses. */
function answering(answers: readonly Partial<Awaited<ReturnType<DataApi>>>[]) {
  const requests: string[] = [];
  const dataApi: DataApi = async ({ path, query }) => {
    const answer = answers[requests.length];
    requests.push(`${path}?${query}`);
    return { status: 200, headers: {}, bytes: Buffer.from('{"total_usd_value":5}'), ...answer };
  };
  return { requests, dataApi };
}

test("an address is read once per cache time, however many request it concurrently, each by itself", async () => {
  const { requests, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  expect(await Promise.all([read(A), read(A), read(B)])).toEqual([5, 5, 5]);
  await read(A);
  expect(requests).toEqual([A, B].map((who) => `/v1/user/total_balance?id=${who}`));
});

test("for a contract account only its chain counts, and the address's accounts on other chains are separate", async () => {
  const { requests, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  for (const who of [contractSubject(1, ADDRESS), contractSubject(8453, ADDRESS), keySubject(ADDRESS)]) await read(who);
  expect(requests).toEqual(
    ["chain_ids=eth&", "chain_ids=base&", ""].map((chains) => `/v1/user/total_balance?${chains}id=${ADDRESS}`),
  );
});

test.each([
  ["a refusal", { status: 503 }],
  ["a sum without some chain", { headers: { "portico-chains": "eth;failed" } }],
  ["not a number", { bytes: Buffer.from("[]") }],
  ["no JSON", { bytes: Buffer.from("<html>") }],
])("%s is not a value, and isn't cached", async (_what, answer) => {
  const { dataApi } = answering([answer]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  await expect(read(A)).rejects.toThrow(/failed with status|is not a number|JSON/);
  expect(await read(A)).toBe(5);
});

test("the cache is bounded", async () => {
  const { requests, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000, max: 1 });
  for (const who of [A, B, C, A]) await read(who);
  expect(requests).toHaveLength(4);
});
