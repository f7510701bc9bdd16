import { EndpointError } from "@portico/evm";
import { expect, test } from "vitest";
import { createErrorText } from "./errorText.ts";

const toText = createErrorText([
  "https://user:p%40ssw0rd@a.example/v2/0123456789abcdef",
  "https://b.example/rpc?apikey=fedcba9876543210",
]);

test.each([
  [
    "an error of the network",
    new EndpointError("http", "a.example answered HTTP status 502"),
    "a.example answered HTTP status 502",
  ],
  [
    "its cause",
    new Error("viem says a lot", { cause: new EndpointError("timeout", "b.example is slow") }),
    "b.example is slow",
  ],
  ["several at once", new AggregateError([new Error("one"), new Error("two")]), "one; two"],
  ["what is no error", "text", "text"],
  ["only the first line", new Error("short\nURL: https://a.example/v2/0123456789abcdef"), "short"],
])("logs %s", (_, error, text) => {
  expect(toText(error)).toBe(text);
});

test("K09 keys in URLs and passwords are redacted, in a URL or alone", () => {
  const text = toText(
    new Error(
      "GET https://user:p%40ssw0rd@a.example/v2/0123456789abcdef, key fedcba9876543210, p@ssw0rd, postgresql://portico:hunter2@db.example:5432/portico",
    ),
  );
  expect(text).toBe("GET a.example key …, …, db.example:5432");
});

test("is a short line", () => {
  expect(toText(new Error("x".repeat(5_000)))).toHaveLength(200);
  expect(toText(new Error("a\u001B[2Jb\u0000c"))).toBe("a [2Jb c");
});
