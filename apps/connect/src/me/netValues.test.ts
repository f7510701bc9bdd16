import { expect, test } from "vitest";
import type { DataApi } from "./dataApi.ts";
import { createNetValues } from "./netValues.ts";

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
  expect(await Promise.all([read("0xa"), read("0xa"), read("0xb")])).toEqual([5, 5, 5]);
  await read("0xa");
  expect(asked).toEqual(["/v1/user/total_balance?id=0xa", "/v1/user/total_balance?id=0xb"]);
});

test.each([
  ["a refusal", { status: 503 }],
  ["a sum without some chain", { headers: { "portico-chains": "eth;failed" } }],
  ["no number", { bytes: Buffer.from("[]") }],
  ["no JSON", { bytes: Buffer.from("<html>") }],
])("%s is no value, and isn't remembered", async (_what, answer) => {
  const { dataApi } = answering([answer]);
  const read = createNetValues(dataApi, { timeoutMs: 1000 });
  await expect(read("0xa")).rejects.toThrow(/not known|no number|JSON/);
  expect(await read("0xa")).toBe(5);
});

test("only so many are remembered", async () => {
  const { asked, dataApi } = answering([]);
  const read = createNetValues(dataApi, { timeoutMs: 1000, most: 1 });
  for (const id of ["0xa", "0xb", "0xc", "0xa"]) await read(id);
  expect(asked).toHaveLength(4);
});
