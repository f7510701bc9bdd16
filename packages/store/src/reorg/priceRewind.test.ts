import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState } from "../chains/chains.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { findPriceClock, writePriceClock } from "../prices/priceClock.ts";
import { insertObservations, listObservationsBetween } from "../prices/priceObservations.ts";
import { listPointsBetween, writePricePoints } from "../prices/pricePoints.ts";
import { listPriceSources, upsertPriceSources } from "../prices/priceSources.ts";
import type { PriceSource } from "../prices/priceSources.ts";
import { rewindChain } from "./rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const token = address(0xee);
const source = (n: number, blockNumber: bigint, kind: PriceSource["kind"]): PriceSource => ({
  address: address(n),
  kind,
  token0: null,
  token1: null,
  fee: null,
  feed: null,
  phase: null,
  blockNumber,
});
const observe = (n: number, blockNumber: bigint) => ({
  address: address(n),
  blockNumber,
  timeAt: Number(blockNumber) * 60,
  raw0: 1n,
  raw1: 1n,
  sqrtPrice: null,
  liquidity: null,
  supply: null,
});
const creation = (n: number, blockNumber: bigint) => ({
  address: address(n),
  creator: token,
  blockNumber,
  txHash: `0x${"01".repeat(32)}` as const,
  timeAt: Number(blockNumber) * 60,
});

test("price observations after a fork are deleted, with the points that may depend on them", async () => {
  for (const chain of ["eth", "base"]) {
    await ensureChainState(db, { chain, chainId: chain === "eth" ? 1 : 8453, startBlock: 0n });
    const sources = [
      source(1, 10n, "v2"),
      source(2, 12n, "v2"),
      source(3, 12n, "v3"),
      source(4, 12n, "none"),
      source(5, 12n, "feed"),
      source(6, 12n, "rate"),
      source(7, 12n, "rate"),
    ];
    await upsertContracts(db, chain, [creation(6, 10n), creation(7, 11n)]);
    await upsertPriceSources(db, chain, sources);
    await insertObservations(db, chain, [
      observe(1, 10n),
      observe(1, 11n),
      observe(2, 9n),
      observe(3, 11n),
      observe(5, 9n),
    ]);
    await writePricePoints(
      db,
      chain,
      [300, 600, 900].map((timeAt) => ({ token, timeAt, usd: timeAt })),
    );
    await writePriceClock(db, chain, { timeAt: 900, firstTimeAt: 5 });
  }
  await rewindChain(db, "eth", { blockNumber: 10n, hash: `0x${"ab".repeat(32)}`, timeAt: 600 });

  expect(await listPriceSources(db, "eth")).toEqual([
    source(1, 10n, "v2"),
    source(2, 12n, "v2"),
    source(6, 12n, "rate"),
  ]);
  expect(await listObservationsBetween(db, "eth", 0n, 99n)).toEqual([observe(2, 9n), observe(5, 9n), observe(1, 10n)]);
  expect((await listPointsBetween(db, "eth", [token], 0, 1e9)).map(({ timeAt }) => timeAt)).toEqual([300]);
  expect(await findPriceClock(db, "eth")).toEqual({ timeAt: 300, firstTimeAt: 5, goalTimeAt: null });

  expect(await listPriceSources(db, "base")).toHaveLength(7);
  expect(await listObservationsBetween(db, "base", 0n, 99n)).toHaveLength(5);
  expect((await findPriceClock(db, "base"))?.timeAt).toBe(900);
});
