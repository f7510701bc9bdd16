import { getChain, NATIVE_TOKEN, type Address } from "@portico/evm";
import { unknownToken, type Token } from "@portico/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChainTokens } from "./chainTokens.ts";
import { nativeToken } from "./tokenRecord.ts";

const eth = getChain("eth");
const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const token = (n: number, fields: Partial<Token> = {}): Token => ({ ...unknownToken("eth", address(n)), ...fields });
const worth = (usd: number, dayAgoUsd: number | null = null) => ({ usd, timeAt: 7, dayAgoUsd });

const shown = (tokens: ChainTokens, n: number) => tokens.find(address(n))?.toResponse().optimized_symbol;

test("a token gets a display symbol when a second one with its symbol appears, and loses it when that one is removed", () => {
  const tokens = new ChainTokens(eth);
  tokens.put(token(1, { symbol: "ABC" }), worth(1));
  expect(tokens.find(address(1))?.text).toContain('"optimized_symbol":"ABC"');
  tokens.put(token(2, { symbol: " abc" }), undefined);
  expect(tokens.find(address(1))?.text).toContain('"optimized_symbol":"ABC (0x000000…0001)"');
  tokens.put(token(2, { symbol: "other" }), undefined);
  expect(tokens.find(address(1))?.text).toContain('"optimized_symbol":"ABC"');
});

test("a new core token gets the plain symbol, a second core one removes it again", () => {
  const tokens = new ChainTokens(eth);
  tokens.put(token(1, { symbol: "ABC", isCore: true }), undefined);
  tokens.put(token(2, { symbol: "ABC" }), undefined);
  expect([shown(tokens, 1), shown(tokens, 2)]).toEqual(["ABC", "ABC (0x000000…0002)"]);
  tokens.put(token(2, { symbol: "ABC", isCore: true }), undefined);
  expect([shown(tokens, 1), shown(tokens, 2)]).toEqual(["ABC (0x000000…0001)", "ABC (0x000000…0002)"]);
  tokens.put(token(1, { symbol: "ABC" }), undefined);
  expect([shown(tokens, 1), shown(tokens, 2)]).toEqual(["ABC (0x000000…0001)", "ABC"]);
});

test("tokens with invisible symbols share none", () => {
  const tokens = new ChainTokens(eth);
  for (const [n, symbol] of ["", "", " ", null, null].entries()) tokens.put(token(n + 1, { symbol }), undefined);
  for (const n of [1, 2, 3, 4, 5]) expect(tokens.find(address(n))?.toResponse().display_symbol).toBeNull();
});

/** The rule applied to a whole list. */
function listAmbiguous(tokens: readonly Token[]): Set<Address> {
  const bySymbol = Map.groupBy(
    tokens.filter(({ symbol }) => symbol !== null && symbol !== ""),
    ({ symbol }) => symbol?.trim().toLowerCase(),
  );
  const shared = [...bySymbol.values()].filter((sharing) => sharing.length > 1);
  return new Set(
    shared.flatMap((sharing) => {
      const core = sharing.filter(({ isCore }) => isCore);
      const ambiguous = core.length === 1 ? sharing.filter(({ isCore }) => !isCore) : sharing;
      return ambiguous.map((one) => one.address);
    }),
  );
}

const changes = fc.array(
  fc.record({
    n: fc.nat({ max: 8 }),
    symbol: fc.constantFrom(null, "", "A", "a ", "B", "b", "eth"),
    isCore: fc.boolean(),
  }),
);

test("after any sequence of changes, ambiguity equals that of the whole list", () => {
  fc.assert(
    fc.property(changes, fc.nat(), (list, sweepAt) => {
      const tokens = new ChainTokens(eth);
      let expected = new Map<Address, Token>([[NATIVE_TOKEN, nativeToken(eth)]]);
      let sweep: (() => void) | undefined;
      for (const [i, { n, symbol, isCore }] of list.entries()) {
        if (i === sweepAt % (list.length + 1)) [sweep, expected] = [tokens.beginSweep(), new Map()];
        const given = token(n, { symbol, isCore });
        tokens.put(given, undefined);
        expected.set(given.address, given);
      }
      sweep?.();
      const entries = [NATIVE_TOKEN, ...Array.from({ length: 9 }, (_, n) => address(n))].flatMap(
        (one) => tokens.find(one) ?? [],
      );
      expect(entries.map((entry) => entry.token.address).toSorted()).toEqual([...expected.keys()].toSorted());
      const ambiguous = entries.filter(({ isAmbiguous }) => isAmbiguous).map((entry) => entry.token.address);
      expect(new Set(ambiguous)).toEqual(listAmbiguous([...expected.values()]));
    }),
  );
});

test("an unchanged token keeps its entry, and so its text", () => {
  const tokens = new ChainTokens(eth);
  tokens.put(token(1, { symbol: "ABC" }), worth(2));
  const entry = tokens.find(address(1));
  tokens.put(token(1, { symbol: "ABC" }), worth(2));
  expect(tokens.find(address(1))).toBe(entry);
  tokens.setPrice(address(1), worth(3));
  expect([entry?.price, tokens.find(address(1))?.price]).toEqual([2, 3]);
  tokens.setPrice(address(1), worth(3, 2));
  expect(tokens.find(address(1))?.text).toContain('"price_at":7,"price_24h_change":0.5');
  tokens.setPrice(address(1), { ...worth(3, 2), timeAt: 8 });
  expect(tokens.find(address(1))?.text).toContain('"price_at":8,"price_24h_change":0.5');
  tokens.setPrice(address(1), undefined);
  expect(tokens.find(address(1))?.toResponse()).toMatchObject({ price: 0, price_at: null, price_24h_change: null });
});
