import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { writePriceClock } from "./priceClock.ts";
import { writePricePoints } from "./pricePoints.ts";
import { readClose } from "./readClose.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const token: Address = `0x${"0a".repeat(20)}`;
const head = { blockNumber: 9n, hash: `0x${"ab".repeat(32)}`, timeAt: 1_700_000_000 } as const;

test("a price is returned with every chain's sync status, and only once points are written up to its time", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await advanceChain(db, "eth", { logs: head, balances: head });
  await writePricePoints(db, "eth", [
    { token, timeAt: 600, usd: 2 },
    { token, timeAt: 1200, usd: 0 },
  ]);
  const usdAt = async (timeAt: number) => (await readClose(db, { chain: "eth", token, timeAt })).usd;
  expect(await usdAt(600)).toBeUndefined();
  await writePriceClock(db, "eth", { timeAt: 1200 });
  const times = [300, 600, 900, 1200, 1500, 253_370_764_800, -62_135_596_800];
  expect(await Promise.all(times.map(usdAt))).toEqual([undefined, 2, 2, 0, undefined, undefined, undefined]);
  expect((await readClose(db, { chain: "base", token, timeAt: 900 })).usd).toBeUndefined();
  expect((await readClose(db, { chain: "mars", token, timeAt: 900 })).syncStatuses).toEqual([
    { chain: "base", startBlock: 0n, mode: "full", balances: undefined },
    { chain: "eth", startBlock: 5n, mode: "full", balances: { blockNumber: 9n, timeAt: head.timeAt } },
  ]);
});
