import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { applyTokenList } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { emptySource } from "../sources/emptySource.ts";
import { createTokenMetadataCache, refreshTokens, toPriceMetadata } from "./tokenMetadataCache.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const eth = getChain("eth");
const [POOL, LISTED, NAMED]: readonly Address[] = ["a1", "b2", "c3"].map((byte): Address => `0x${byte.repeat(20)}`);

test("a token that is listed for its name only is verified, and has no more trust in prices than an unlisted one", async () => {
  const metadata = { name: "T", symbol: "T", decimals: 18, logoUrl: null, isCore: false };
  await applyTokenList(
    db,
    "eth",
    [LISTED!, NAMED!].map((address) => ({ ...metadata, address })),
  );
  const sources = [{ ...emptySource(POOL!, 1n), kind: "v2" as const, token0: LISTED!, token1: NAMED! }];
  const read = async (nameOnly: readonly Address[] | undefined) => {
    const lists = nameOnly && Promise.resolve({ listFor: () => [], listNameOnly: () => new Set(nameOnly) });
    const cache = createTokenMetadataCache();
    await refreshTokens(db, eth, { metadata: cache, sources, changed: undefined, timeAt: 1, lists });
    const prices = toPriceMetadata(eth, cache);
    return [prices.isVerified(LISTED!), prices.isVerified(NAMED!), prices.decimals(NAMED!)];
  };
  expect(await read([NAMED!])).toEqual([true, false, 18]);
  expect(await read(undefined)).toEqual([true, true, 18]);
});
