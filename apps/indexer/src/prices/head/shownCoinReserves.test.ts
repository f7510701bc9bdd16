import { createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { startBareChain } from "@portico/devnet";
import { advanceChain, ensureChainState, inTransaction, upsertPriceSources } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test } from "vitest";
import { createChainWork, DEFAULT_LIMITS } from "../../chain/chainWork.ts";
import { createPairSet } from "../../chain/pairSet.ts";
import { pino } from "pino";
import { createProgressMeter } from "../../status/progress.ts";
import { getBlock } from "../../source/blockRef.ts";
import { createSource } from "../../source/createSource.ts";
import { createPartStore } from "../../source/partStore.ts";
import { emptySource } from "../sources/emptySource.ts";
import { readHeadPrices } from "./headPrices.ts";
import { findReserve } from "../pools/reserves.ts";

const celo = getChain("celo");
const coin = celo.nativeErc20!;
const pool: Address = "0x00000000000000000000000000000000000000a1";
const other: Address = "0x00000000000000000000000000000000000000b2";

test("a pool's balance of the contract that shows the native coin follows the coin's movements", async () => {
  const [chain, { db, drop }] = await Promise.all([startBareChain(celo.chainId), createTestDatabase()]);
  try {
    for (const token of [coin, other]) await chain.setCode(token, "0x6004353160005260206000f3"); // answers everything with BALANCE of its first argument
    const rpc = createRpc({ chain: celo, urls: [chain.rpcUrl] });
    await ensureChainState(db, { chain: "celo", chainId: celo.chainId, startBlock: 1n });
    const [token0, token1] = [coin, other].toSorted() as [Address, Address];
    await upsertPriceSources(db, "celo", [{ ...emptySource(pool, 1n), kind: "v3", token0, token1, fee: 3000 }]);
    const source = createSource({ chain: celo, rpc, topics: [], maxBlocks: 10, reads: {} });
    const signal = new AbortController().signal;
    const meter = createProgressMeter("celo", () => undefined);
    const work = await createChainWork(
      {
        db,
        chain: celo,
        rpc,
        source,
        parts: createPartStore(),
        meter,
        limits: DEFAULT_LIMITS,
        signal,
        log: pino({ level: "silent" }),
      },
      undefined,
    );
    const nothing = {
      fungibles: new Set<Address>(),
      tokens: [],
      sources: [],
      moved: new Set<Address>(),
      observations: new Map(),
    };
    /**
     * As at a head.
     * @param isMoved - Whether the pool's coins moved in its range.
     */
    const readReserve = async (rawAmount: bigint, isMoved?: boolean) => {
      await chain.setBalance(pool, rawAmount);
      await chain.mine();
      const head = await getBlock(rpc, "latest");
      const pairs = createPairSet();
      if (isMoved === true) pairs.add(pool, NATIVE_TOKEN);
      const range = isMoved === undefined ? undefined : { ...nothing, blocks: [head], pairs };
      await inTransaction(db, async (tx) => {
        const reading = await readHeadPrices({ ...work, db: tx }, head, range);
        await reading.store(tx);
        await advanceChain(tx, "celo", { logs: head, balances: head });
      });
      return findReserve(work.prices.loaded!.reserves, pool, coin);
    };
    expect(await readReserve(5n)).toBe(5n);
    expect(await readReserve(7n, true)).toBe(7n);
    expect(await readReserve(8n, false)).toBe(7n); // nothing indicates that it moved
    work.prices.isBehind = true;
    expect(await readReserve(9n, false)).toBe(9n);
  } finally {
    await Promise.all([chain.stop(), drop()]);
  }
});
