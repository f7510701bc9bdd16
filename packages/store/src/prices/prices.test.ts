import { sql } from "kysely";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import { ensureChainState } from "../chains/chains.ts";
import type { Address } from "../encoding/bytea.ts";
import { TOKEN_CHANNEL } from "../notifications/channels.ts";
import { listen } from "../notifications/listen.ts";
import { writePriceClock } from "./priceClock.ts";
import { writePricePoints } from "./pricePoints.ts";
import { writeHttpPrices } from "./httpPrices.ts";
import { findFirstBlock } from "./priceWalk.ts";
import { listPrices, refreshDayAgo, replacePrices } from "./prices.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { url, db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [steady, fresh, distrusted, unobserved] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address];
/** A multiple of MARK_SECONDS. */
const HEAD = 1_700_006_100;
const DAY = 86_400;

beforeEach(async () => {
  await sql`truncate chain_state, block, price, price_point, price_clock`.execute(db);
  const block = (blockNumber: bigint, timeAt: number) =>
    ({ blockNumber, timeAt, hash: `0x${"ab".repeat(32)}` }) as const;
  await copyBlocks(db, "eth", [block(1n, HEAD - 2 * DAY), block(9n, HEAD)]);
  await writePricePoints(db, "eth", [
    { token: steady, timeAt: HEAD - DAY - 900, usd: 2 },
    { token: steady, timeAt: HEAD - DAY + 300, usd: 3 },
    { token: fresh, timeAt: HEAD - DAY + 300, usd: 5 },
    { token: distrusted, timeAt: HEAD - 3 * DAY, usd: 7 },
    { token: distrusted, timeAt: HEAD - DAY, usd: 0 },
  ]);
  await writePriceClock(db, "eth", { timeAt: HEAD });
});

async function readDayAgo(): Promise<(number | null | undefined)[]> {
  const tokens = [steady, fresh, distrusted, unobserved];
  const price = { usd: 1, source: "chainlink", blockNumber: 9n, timeAt: HEAD - 60 };
  await replacePrices(
    db,
    "eth",
    tokens.map((token) => ({ ...price, token })),
  );
  return (await listPrices(db, ["eth"])).map(({ dayAgoUsd }) => dayAgoUsd);
}

test("a token's price a day ago is that of its newest point then, and null if that is not trusted", async () => {
  expect(await readDayAgo()).toEqual([2, null, null, null]);
});

test("the price a day ago is null before its points are written", async () => {
  await writePriceClock(db, "eth", { timeAt: HEAD - DAY - 300 });
  expect(await readDayAgo()).toEqual([null, null, null, null]);
  await writePriceClock(db, "eth", { timeAt: HEAD - DAY });
  expect((await readDayAgo())[0]).toBe(2);
});

test("blocks before the index, of owners' histories, have no price points", async () => {
  const first = { blockNumber: 5n, timeAt: HEAD - DAY + 600, hash: `0x${"ab".repeat(32)}` } as const;
  await copyBlocks(db, "eth", [first]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 4n });
  expect(await findFirstBlock(db, "eth")).toEqual(first);
  expect(await readDayAgo()).toEqual([null, null, null, null]);
  const ofServer = address(5);
  await writePricePoints(db, "eth", [{ token: ofServer, timeAt: HEAD - DAY - 900, usd: 2 }]);
  const prices = [{ token: ofServer, usd: 1, timeAt: HEAD }];
  const writeHttp = () =>
    writeHttpPrices(db, "eth", { blockNumber: 9n, timeAt: HEAD }, { requested: [ofServer], prices });
  await writeHttp();
  const readHttp = async () => (await listPrices(db, ["eth"])).find(({ token }) => token === ofServer)?.dayAgoUsd;
  expect(await readHttp()).toBeNull();
  await sql`update chain_state set start_block = 1`.execute(db);
  await writeHttp();
  expect([(await readDayAgo())[0], await readHttp()]).toEqual([2, 2]);
});

test("the points of a day ago may be written after the prices: then they are looked up, and the token channel is notified", async () => {
  await writePriceClock(db, "eth", { timeAt: HEAD - DAY - 300 });
  expect(await readDayAgo()).toEqual([null, null, null, null]);
  const words: (string | undefined)[] = [];
  const stop = await listen(url, {
    channels: { [TOKEN_CHANNEL]: (word) => words.push(word) },
    onError: (error) => expect(error).toBeUndefined(),
  });
  await writePriceClock(db, "eth", { timeAt: HEAD });
  for (let time = 0; time < 2; time++) await refreshDayAgo(db, "eth");
  expect((await listPrices(db, ["eth"])).map(({ dayAgoUsd }) => dayAgoUsd)).toEqual([2, null, null, null]);
  await vi.waitFor(() => expect(words).toContain(`eth ${steady.slice(2)}`));
  expect(words.filter((word) => word !== undefined)).toHaveLength(1);
  await stop();
});

test("a day before the indexed range has a null price: only closes are stored there", async () => {
  await sql`update block set time_at = ${HEAD - DAY + 1} where block_number = 1`.execute(db);
  expect(await readDayAgo()).toEqual([null, null, null, null]);
});
