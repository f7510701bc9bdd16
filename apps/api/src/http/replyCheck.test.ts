import { expect, test } from "vitest";
import type { Operation } from "@portico/server";
import { createReplyCheck, type SentReply } from "./replyCheck.ts";

const operation: Operation = {
  operationId: "getThing",
  responses: {
    200: {
      headers: { "X-Must": { required: true }, "X-May": {} },
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["raw_amount"],
            properties: {
              raw_amount: { type: "integer", format: "uint256" },
              pair: { type: "array", prefixItems: [{ type: "string" }], items: false },
            },
          },
        },
      },
    },
    400: { content: { "application/problem+json": { schema: { type: "object", required: ["code"] } } } },
  },
};

const good: SentReply = { status: 200, type: "application/json", text: '{"raw_amount":1}', headers: ["x-must"] };
const check = (change: Partial<SentReply>) => createReplyCheck()(operation, { ...good, ...change });

test("a reply that conforms to the contract passes, with an integer of 256 bits too", () => {
  expect(check({})).toBeUndefined();
  expect(check({ text: `{"raw_amount":${2n ** 256n - 1n}}` })).toBeUndefined();
});

test.each<[string, Partial<SentReply>, string]>([
  ["an undeclared status", { status: 202 }, "status 202 is not declared"],
  ["an undeclared media type", { type: "text/html" }, "text/html is not declared for 200"],
  ["a missing header", { headers: [] }, "header X-Must is missing on 200"],
  ["a missing field", { text: "{}" }, "must have required property 'raw_amount'"],
  ["a wrong type", { text: '{"raw_amount":"1"}' }, "must be integer"],
  ["a fraction", { text: '{"raw_amount":1.5}' }, "must be integer"],
  ["a tuple that is too long", { text: '{"raw_amount":1,"pair":["a","b"]}' }, "must NOT have more than 1 items"],
  ["an incomplete problem", { status: 400, type: "application/problem+json", text: "{}" }, "property 'code'"],
])("%s is a violation", (_kind, change, reason) => {
  expect(check(change)).toContain(reason);
});
