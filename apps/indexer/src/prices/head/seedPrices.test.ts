import { createRpc, getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { applyTokenList } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { createHeadPrices } from "./headWork.ts";
import { loadPrices } from "./loadedPrices.ts";
import { seedPrices } from "./seedPrices.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const eth = getChain("eth");
const token: Address = `0x${"b2".repeat(20)}`;
const block = (blockNumber: bigint) => ({ blockNumber, timeAt: 1, hash: `0x${"00".repeat(32)}` }) as const;

test("pools of tokens that only name-only lists have are not searched for", async () => {
  await applyTokenList(db, "eth", [
    { address: token, name: "T", symbol: "T", decimals: 18, logoUrl: null, isCore: false },
  ]);
  const loaded = await loadPrices(db, "eth", 1, block(5n));
  const countCalls = async (nameOnly: readonly Address[]): Promise<number> => {
    let calls = 0;
    const rpc = createRpc({ chain: eth, urls: ["http://127.0.0.1:1"], attempts: 1, onCall: () => void calls++ });
    const lists = Promise.resolve({ listFor: () => [], listNameOnly: () => new Set(nameOnly) });
    const work = {
      db,
      chain: eth,
      rpc,
      lists,
      prices: createHeadPrices(),
      knownSources: { byAddress: new Map(), aggregators: undefined },
    };
    await seedPrices(work, loaded, block(9n));
    return calls;
  };
  expect(await countCalls([token])).toBe(0);
  expect(await countCalls([])).toBeGreaterThan(0);
});
