import { expect, test } from "vitest";
import { assertMaskFits, type MaskedSchema } from "./assertMaskFits.ts";
import { parseMask } from "./parseMask.ts";

const ITEM: MaskedSchema = {
  type: "object",
  properties: {
    price: { type: "number" },
    count: { type: ["integer", "null"] },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    chain: { type: ["object", "null"], properties: { id: { type: "string" } } },
    open: {},
    either: { oneOf: [{ type: "string" }, { type: "object", properties: { id: { type: "string" } } }] },
    all: { allOf: [{ type: "object", properties: { id: { type: "string" } } }], type: "object" },
  },
};
const fit =
  (text: string, schema: MaskedSchema = { type: "array", items: ITEM }) =>
  () =>
    assertMaskFits(parseMask(text), schema);

test.each([
  ["price{usd}", "X-Fields: 'price' is a number and has no fields"],
  ["count{usd}", "X-Fields: 'count' is a number and has no fields"],
  ["pair{a}", "X-Fields: 'pair' is a string and has no fields"],
  ["chain{id{x}}", "X-Fields: 'id' is a string and has no fields"],
  ["all{id{x}}", "X-Fields: 'id' is a string and has no fields"],
])("%s never fits", (text, message) => {
  expect(fit(text)).toThrow(message);
});

test.each(["price", "chain{id}", "chain{unknown}", "unknown{a}", "open{a{b}}", "either{id}", "*", "pair,*"])(
  "%s may fit",
  (text) => {
    expect(fit(text)).not.toThrow();
  },
);

test("a list of strings has no fields", () => {
  expect(fit("a", { type: "array", items: { type: "string" } })).toThrow("the response is a string");
});
