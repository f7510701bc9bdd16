import { sql } from "kysely";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { readApprovals } from "../approvals/approvalRead.ts";
import { readOwner } from "../balances/readOwner.ts";
import { writeInitialScans } from "../balances/initialScans.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import type { Address } from "../encoding/bytea.ts";
import { CHAIN_CHANNEL } from "../notifications/channels.ts";
import { listen } from "../notifications/listen.ts";
import { readPortfolio } from "../portfolio/readPortfolio.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { addOwnerHistories, addScannedHistories } from "./addHistories.ts";
import { advanceHistories, endHistory, listOpenHistories, type HistoryPass } from "./ownerHistories.ts";
import { setIndexMode } from "./setIndexMode.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const ALICE = "0x0000000000000000000000000000000000000001";
const BOB = "0x0000000000000000000000000000000000000002";
const HEAD = { blockNumber: 90n, hash: `0x${"9".repeat(64)}`, timeAt: 1_000 } as const;

beforeEach(async () => {
  await sql`truncate chain_state, followed_owner, sight, owner_history`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await advanceChain(db, "eth", { logs: HEAD, balances: HEAD });
  await writeInitialScans(db, "eth", { blockNumber: 49n, listId: 1, owners: [ALICE], balances: [] });
});

const advance = (pass: HistoryPass, toBlock: bigint, fromBlock: bigint) =>
  inTransaction(db, (tx) => advanceHistories(tx, "eth", { pass, owners: [ALICE], toBlock, fromBlock }));

async function end(ending: Parameters<typeof endHistory>[3]): Promise<void> {
  for (const part of ["calls", "logs", "ended"] as const) {
    const [history] = await listOpenHistories(db, "eth", { part, limit: 1, maxTransactions: 1_000 });
    if (history !== undefined) return void (await endHistory(db, "eth", history, ending));
  }
}

/** Since when the owner is known, and its history, as every statement reads them: they must agree. */
async function readStart() {
  const query = { owner: ALICE, chains: ["eth"] } as const;
  const reads = [
    await readOwner(db, query),
    await readPortfolio(db, { ...query, nftContracts: [] }),
    await readApprovals(db, { owner: ALICE, chain: "eth", permit2: ALICE, limit: 1 }),
  ];
  const starts = reads.map(({ syncStatuses }) => [syncStatuses[0]?.startBlock, syncStatuses[0]?.history]);
  expect(starts.slice(1)).toEqual([starts[0], starts[0]]);
  return starts[0];
}

test("an owner is known since the block that both passes have reached", async () => {
  expect(await readStart()).toEqual([50n, { state: "collecting", logsFrom: 50n }]);
  await addOwnerHistories(db, "eth");
  expect(await advance("logs", 49n, 20n)).toEqual([ALICE]);
  expect(await readStart()).toEqual([50n, { state: "collecting", logsFrom: 20n }]);
  await advance("calls", 49n, 30n);
  expect(await readStart()).toEqual([30n, { state: "collecting", logsFrom: 20n }]);
  await advance("calls", 29n, 0n);
  await advance("logs", 19n, 0n);
  await end({ state: "complete" });
  expect(await readStart()).toEqual([0n, { state: "complete", logsFrom: 0n }]);
});

test("histories are added to scanned owners, whatever the mode", async () => {
  const add = (...owners: Address[]) => inTransaction(db, (tx) => addScannedHistories(tx, "eth", owners));
  const list = async () =>
    (await listOpenHistories(db, "eth", { part: "logs", limit: 9, maxTransactions: 1 })).map(
      ({ owner, toBlock }) => `${owner.slice(-1)} ${toBlock}`,
    );
  await add(ALICE, BOB); // who isn't followed
  expect(await list()).toEqual(["1 49"]);
  await advance("logs", 49n, 20n);
  await add(ALICE);
  expect(await readStart()).toEqual([50n, { state: "collecting", logsFrom: 20n }]);
  await sql`delete from owner_history`.execute(db);
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "full"));
  expect(await list()).toEqual(["1 90"]);
  await add(BOB);
  expect(await list()).toEqual(["1 90", "2 90"]);
  await sql`delete from owner_history`.execute(db);
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "owners"));
  expect(await list()).toEqual(["1 49"]);
});

test("without a source of calls, logs are known further back than the rest", async () => {
  await addOwnerHistories(db, "eth");
  await advance("logs", 49n, 0n);
  await end({ state: "tokens", reason: "no index by address, no explorer" });
  const reason = "no index by address no explorer";
  expect(await readStart()).toEqual([50n, { state: "tokens", logsFrom: 0n, reason }]);
});

test("a history that is complete without a source of calls is known from genesis", async () => {
  await addOwnerHistories(db, "eth");
  await advance("logs", 49n, 0n);
  await end({ state: "complete" });
  expect(await readStart()).toEqual([0n, { state: "complete", logsFrom: 0n }]);
});

test("a full index continues the histories of followed owners, and has none without", async () => {
  await addOwnerHistories(db, "eth");
  for (const pass of ["calls", "logs"] as const) await advance(pass, 49n, 30n);
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "full"));
  expect(await readStart()).toEqual([30n, { state: "collecting", logsFrom: 30n }]);
  await sql`delete from followed_owner`.execute(db);
  expect(await readStart()).toEqual([91n, undefined]);
});

test("a step of a history is notified as a change of the chain", async () => {
  await addOwnerHistories(db, "eth");
  const onNotify = vi.fn<(payload: string | undefined) => void>();
  const stop = await listen(url, { channels: { [CHAIN_CHANNEL]: onNotify } });
  await advance("logs", 49n, 20n);
  await vi.waitFor(() => expect(onNotify.mock.calls).toEqual([[undefined], ["eth"]]));
  await end({ state: "partial" });
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(3));
  await stop();
});
