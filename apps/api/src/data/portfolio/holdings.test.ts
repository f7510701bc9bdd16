import { getChain } from "@portico/evm";
import { unknownToken } from "@portico/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serialize } from "../../serialize.ts";
import { byValue, createHolding, userToken, userTokenIdentity, userTokenText } from "./holdings.ts";
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

test("the identity of a token changes exactly with its text", () => {
  const [token, group] = [
    toRecord(unknownToken("eth", "0x00000000000000000000000000000000000000aa")),
    new SymbolGroup(),
  ];
  const make = ({ usd = 2, name = "A", rawAmount = 5n, isTwin = false }) => {
    const own = isTwin ? Object.assign(new SymbolGroup(), { size: 2 }) : group;
    const details = { chain: getChain("eth"), token: { ...token, name, symbol: "A" }, group: own, generation: 0 };
    return createHolding(new TokenEntry({ ...details, price: { usd, timeAt: 1 } }), rawAmount);
  };
  const all = [{}, {}, { usd: 3 }, { name: "B" }, { rawAmount: 6n }, { isTwin: true }].map(make);
  const [identities, texts] = [all.map(userTokenIdentity), all.map(userTokenText)];
  expect(new Set(texts).size).toBe(5);
  expect(identities.map((one) => identities.indexOf(one))).toEqual(texts.map((one) => texts.indexOf(one)));

  group.size = 2; // of the same entry
  expect(userTokenIdentity(all[0]!)).toBe(identities[5]);
  expect(userTokenText(all[0]!)).toBe(texts[5]);
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
