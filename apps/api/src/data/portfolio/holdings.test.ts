import { getChain } from "@portico/evm";
import { unknownToken } from "@portico/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serialize } from "../../serialize.ts";
import { byValue, createHolding, userToken, userTokenText } from "./holdings.ts";
import { SymbolGroup } from "../tokens/symbolGroups.ts";
import { TokenEntry } from "../tokens/tokenEntry.ts";
import { toRecord } from "../tokens/tokenRecord.ts";

const text = fc.option(fc.string({ unit: "binary" }));

const holdings = fc
  .record({
    name: text,
    symbol: text,
    decimals: fc.option(fc.nat({ max: 255 })),
    totalSupply: fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
    isScam: fc.option(fc.boolean()),
    price: fc.option(
      fc.record({
        usd: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        timeAt: fc.nat(),
        dayAgoUsd: fc.option(fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
      }),
      { nil: undefined },
    ),
    isAmbiguous: fc.boolean(),
    rawAmount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  })
  .map(({ price, isAmbiguous, rawAmount, ...fields }) => {
    const token = toRecord({ ...unknownToken("eth", "0x00000000000000000000000000000000000000aa"), ...fields });
    const group = new SymbolGroup();
    group.size = isAmbiguous ? 2 : 1;
    return createHolding(new TokenEntry({ chain: getChain("eth"), token, price, group, generation: 0 }), rawAmount);
  })
  .filter(({ usdValue }) => Number.isFinite(usdValue));

test("the fast text of a token equals its serialized object, whatever it contains", () => {
  fc.assert(
    fc.property(holdings, (holding) => {
      expect(userTokenText(holding)).toBe(serialize(userToken(holding)));
    }),
  );
});

test("one contract held on several chains has a stable order, regardless of the order in which it was read", () => {
  const on = (chain: string, id: "1" | "2", usd: number) => {
    const token = toRecord(unknownToken(chain, `0x000000000000000000000000000000000000000${id}`));
    return createHolding(
      new TokenEntry({
        chain: getChain(chain),
        token,
        price: { usd, timeAt: 1 },
        group: new SymbolGroup(),
        generation: 0,
      }),
      1n,
    );
  };
  const sorted = [on("op", "2", 5), on("arb", "1", 0), on("base", "1", 0), on("eth", "1", 0), on("arb", "2", 0)];
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
      expect(shuffled.toSorted(byValue)).toEqual(sorted);
    }),
  );
});
