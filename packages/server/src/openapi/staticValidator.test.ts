import { expect, test } from "vitest";
import { StaticRouter } from "./staticRouter.ts";
import { StaticValidator } from "./staticValidator.ts";
import { toValidationError } from "./validationErrors.ts";

const ITEM = { type: "object", required: ["a"], properties: { a: { type: "integer" } }, additionalProperties: false };
const BODY = {
  type: "object",
  properties: { list: { type: "array", maxItems: 1000, items: ITEM }, more: { type: "object" } },
};
const operation = {
  operationId: "post",
  requestBody: { required: true, content: { "application/json": { schema: BODY } } },
  responses: {},
};
const definition = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/post": { post: operation } } };
const validator = new StaticValidator(definition, new StaticRouter(definition));
const refuse = (body: object) =>
  toValidationError(validator.check(operation, { path: {}, query: {}, header: {}, requestBody: body }), {}).errors ??
  {};

test("all errors of a small body are listed", () => {
  expect(refuse({ list: [{ a: "x" }, { a: 1 }, { b: 2 }], more: 5 })).toEqual({
    "list.0.a": "must be of type integer",
    "list.2": "has an unknown field: b",
    "list.2.a": "is required",
    more: "must be of type object",
  });
});

test("of a list that is too long only its length is an error; other members are listed", () => {
  const list = Array.from({ length: 1001 }, () => ({}));
  expect(refuse({ list })).toEqual({ list: "must have at most 1000 entries" });
  expect(refuse({ list, more: 5 })).toEqual({
    list: "must have at most 1000 entries",
    more: "must be of type object",
  });
});

test("at most twenty errors are listed", () => {
  expect(Object.keys(refuse({ list: Array.from({ length: 1000 }, () => ({})) }))).toHaveLength(20);
});

test("an error far back in a list is found, and so are those of other members", () => {
  const list = Array.from({ length: 900 }, (_, n) => ({ a: n === 899 ? "x" : n }));
  expect(refuse({ list, more: 5 })).toEqual({
    "list.899.a": "must be of type integer",
    more: "must be of type object",
  });
});

test("names that clients send are short and printable in errors", () => {
  const errors = refuse({ list: [{ a: 1, ["é".repeat(1000)]: 1 }] });
  expect(errors).toEqual({ "list.0": `has an unknown field: ${"?".repeat(60)}…` });
});
