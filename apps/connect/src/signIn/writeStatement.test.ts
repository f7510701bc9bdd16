import fc from "fast-check";
import { createSiweMessage } from "viem/siwe";
import { expect, test } from "vitest";
import { CONNECTIONS_STATEMENT, writeStatement } from "./writeStatement.ts";

/** The ABNF of EIP-4361: reserved, unreserved and spaces. */
const STATEMENT = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/;
const of = (name: string, host = "app.example") => writeStatement({ name, host, scopes: ["user:base:read"] });
const shown = (name: string) => /^Sign in to the application '(.*)' at app\.example\. It asks/.exec(of(name))?.[1];

test.each([
  ["Portfolio (beta) 2.0", "Portfolio (beta) 2.0"],
  ["Café Ünïted", "Cafe United"],
  ["Ｆｕｌｌ", "Full"],
  ["Dеmo", "D?mo"], // Cyrillic е
  ["It's", "It?s"],
  ["a\n\nURI: b", "a??URI: b"],
  ["  a    b ", "a b"],
  ["\u202E\u0000", "??"],
  ["", "?"],
  ["x".repeat(200), "x".repeat(60)],
])("a name is shown in plain letters: %j", (name, plain) => {
  expect(shown(name)).toBe(plain);
});

test("no name escapes its position in the text, or breaks it", () => {
  const anything = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));
  const names = fc.oneof(anything, fc.string({ maxLength: 300 }));
  fc.assert(
    fc.property(names, (name) => {
      const statement = of(name);
      expect(statement).toMatch(STATEMENT);
      expect(shown(name)).not.toContain("'");
      expect(statement.split("'")).toHaveLength(3);
      const message = createSiweMessage({
        address: "0x0000000000000000000000000000000000000001",
        chainId: 1,
        domain: "connect.example",
        nonce: "00000000",
        statement,
        uri: "https://connect.example",
        version: "1",
      });
      expect(message.split("\n")).toHaveLength(10);
    }),
  );
});

test("the text for our own pages matches the grammar", () => {
  expect(CONNECTIONS_STATEMENT).toMatch(STATEMENT);
});
