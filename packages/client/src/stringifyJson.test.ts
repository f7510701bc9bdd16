import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createClient, parseJson, stringifyJson, unwrap } from "./index.ts";
import { startServer } from "./testing/startServer.ts";

const MAX = 2n ** 256n - 1n;

test("a row of a response survives being stored as text, where JSON.stringify throws", async () => {
  const text = `[{"id":"eth","amount":1.5,"raw_amount":${MAX},"name":"\\"raw_amount\\":1"}]`;
  await using server = await startServer((response) => response.writeHead(200).end(text));
  const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };
  const rows = await unwrap(createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params }));
  expect(() => JSON.stringify(rows)).toThrow(TypeError);
  expect(stringifyJson(rows)).toBe(text); // byte for byte as on the wire
  expect(parseJson(stringifyJson(rows))).toEqual(rows);
  expect(parseJson(stringifyJson(rows, 2))).toEqual(rows);
});

test("text is indented like JSON.stringify's, and what it leaves out is left out", () => {
  const row = { raw_amount: 5n, none: undefined, at: new Date(0), list: [1n, undefined] };
  const plain = { ...row, raw_amount: 5, list: [1, undefined] };
  for (const indent of [0, 2, "\t"]) expect(stringifyJson(row, indent)).toBe(JSON.stringify(plain, null, indent));
  expect(stringifyJson(undefined)).toBeUndefined();
});

test("every example of the contract is the same after a round trip", () => {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
  const { components } = parseJson(readFileSync(file, "utf8")) as { components: { examples: object } };
  expect(Object.keys(components.examples).length).toBeGreaterThan(50);
  for (const example of Object.values(components.examples)) expect(parseJson(stringifyJson(example))).toEqual(example);
});

test("any exact integers survive a round trip at any depth", () => {
  const amount = fc.bigInt({ min: -MAX, max: MAX });
  const row = fc.record({ raw_amount: amount, text: fc.string(), costs: fc.array(fc.record({ raw_gas_fee: amount })) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(parseJson(stringifyJson(rows))).toEqual(rows);
    }),
  );
});
