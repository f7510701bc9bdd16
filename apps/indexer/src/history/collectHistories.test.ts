/** Owners who are followed at the head, whose history is collected, compared with a chain that is indexed in full. */
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import type { NodeProfile, NodeProfileName } from "@portico/evm/testing/nodeProfiles";
import { findChainState, markDrifting, readOwner, removeFollowedOwners, requestInitialScan } from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createChainRpc } from "../chain/chainWork.ts";
import { runIndexer } from "../runIndexer.ts";
import type { IndexedChain } from "../runIndexer.ts";
import { toLowerCase } from "../testing/compare.ts";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";
import { startExplorerServer } from "../testing/explorerServer.ts";
import type { ServerFaults } from "../testing/serverFaults.ts";
import { collectHistories } from "./collectHistories.ts";
import { createCollector } from "./collector.ts";
import type { HistorySources } from "./findSources.ts";
import { createLogSearch } from "./sources/logSearch.ts";
import { createSourceSearch } from "./sourceSearch.ts";

let devnet: Devnet;
let full: TestDatabase;
let owners: Address[];
let rpcUrl: string;

beforeAll(async () => {
  [devnet, full] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 12, size: { people: 6, transactions: 150, days: 2 } }),
    createTestDatabase(),
  ]);
  rpcUrl = devnet.chains.eth!.rpcUrl;
  owners = devnet.users.slice(0, 3).map(toLowerCase);
  await syncToHead(full.db, listDevnetChains(devnet));
});

afterAll(async () => {
  await Promise.all([devnet.stop(), full.drop()]);
});

/** Owned rows; positions of internal transfers are those within their transaction, apart from whole blocks. */
const QUERIES = {
  leg: `select block_number, position >> 39 as tx_index, kind, is_inbound, token, counterparty, tx_hash, raw_amount, token_id,
    time_at from leg where owner = $1 and kind not in (10, 11)`,
  transaction: `select * from transaction where (chain, block_number, hash) in (
    select chain, block_number, tx_hash from leg where owner = $1)`,
  nft: "select contract, token_id, raw_amount from nft_balance where owner = $1 and raw_amount > 0",
  approval: "select token, spender, is_permit2, raw_amount, changed_block, changed_at from approval where owner = $1",
  nft_approval: "select contract, token_id, spender, changed_block from nft_approval where owner = $1",
  operator: "select contract, operator, is_approved, changed_block from operator_approval where owner = $1",
  touch: "select contract, key, block_number, last_block from touch where owner = $1",
  sale: "select * from nft_sale where tx_hash in (select tx_hash from leg where owner = $1)",
};

const toBytes = (address: Address): Buffer => Buffer.from(address.slice(2), "hex");

async function readRows(db: Store, query: string, owner: Address): Promise<string[]> {
  const [head = "", tail = ""] = `select to_jsonb(q)::text as text from (${query}) q`.split("$1");
  const { rows } = await sql<{
    text: string;
  }>`${sql.raw(head)}${toBytes(owner)}${sql.raw(tail)}`.execute(db);
  return rows.map(({ text }) => text).toSorted();
}

const listHeld = async (db: Store, owner: Address): Promise<string[]> =>
  (await readOwner(db, { owner, chains: ["eth"] })).balances
    .map(({ token, digits }) => `${token} ${digits}`)
    .toSorted();

/** @returns the number of compared rows. */
async function expectEqual(db: Store, owner: Address): Promise<number> {
  let count = 0;
  for (const [table, query] of Object.entries(QUERIES)) {
    const expected = await readRows(full.db, query, owner);
    expect([table, await readRows(db, query, owner)]).toEqual([table, expected]);
    count += expected.length;
  }
  expect(await listHeld(db, owner)).toEqual(await listHeld(full.db, owner));
  return count;
}

interface Collected {
  db: Store;
  states: {
    state: string;
    reason: string | null;
    calls_source: string | null;
    calls_from: bigint | null;
    logs_from: bigint | null;
  }[];
}

/** Follows the owners at the head, and collects until no history is open. */
async function collect(
  chain: Partial<IndexedChain>,
  of: readonly Address[] = owners,
  { db: given, until = "ended" }: { db?: Store; until?: "begun" | "complete" | "ended" | "head" } = {},
): Promise<Collected> {
  const db = given ?? (await createDatabase());
  const stop = new AbortController();
  const log = pino({ level: process.env["PORTICO_TEST_LOG"] ?? "silent" });
  const chains = [{ chain: "eth", rpcUrls: [rpcUrl], newMode: "owners" as const, ...chain }];
  const running = runIndexer({
    db,
    chains,
    log,
    signal: stop.signal,
    pollMs: 20,
    sideJobs: [(work) => collectHistories(work, { ...work.history, maxTransactions: 10_000, pollMs: 20 })],
  });
  try {
    await vi.waitFor(async () => expect((await findChainState(db, "eth"))?.balances).toBeDefined(), 20_000);
    for (const owner of of) await requestInitialScan(db, owner, ["eth"]);
    if (until === "head") await untilHead(db);
    if (until === "begun") return { db, states: await untilBegun(db) };
    if (until === "complete") await untilComplete(db);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ open: bigint; ended: bigint }>`
        select count(*) filter (where state = 'collecting') as open, count(*) as ended from owner_history`.execute(db);
      expect(rows[0]).toEqual({ open: 0n, ended: BigInt(of.length) });
    }, WAIT);
  } finally {
    stop.abort();
    await running;
  }
  return { db, states: await listStates(db) };
}

const WAIT = { timeout: 25_000, interval: 20 };

async function listStates(db: Store): Promise<Collected["states"]> {
  const { rows } = await sql<Collected["states"][number]>`
    select state, reason, calls_source, calls_from, logs_from from owner_history order by owner`.execute(db);
  return rows;
}

const untilBegun = (db: Store): Promise<Collected["states"]> =>
  vi.waitFor(async () => {
    const states = await listStates(db);
    expect(states.some(({ calls_from: from }) => from !== null)).toBe(true);
    return states;
  }, WAIT);

const untilComplete = (db: Store): Promise<void> =>
  vi.waitFor(async () => {
    const states = await listStates(db);
    expect(states.map(({ state, reason }) => [state, reason])).toEqual(states.map(() => ["complete", null]));
  }, WAIT);

async function untilHead(db: Store): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["latest", false] });
  const response = await fetch(rpcUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
  const { result } = (await response.json()) as { result: { hash: string } };
  await vi.waitFor(async () => expect((await findChainState(db, "eth"))?.balances?.hash).toBe(result.hash), WAIT);
}

async function createDatabase(): Promise<Store> {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  return db;
}

async function startProfile(profile: NodeProfile | NodeProfileName): Promise<string> {
  const node = await startNodeProfile(rpcUrl, profile);
  onTestFinished(() => node.stop());
  return node.url;
}

const NO_INDEX = /^(ots|trace)_/;
/** Lido's token. */
const REBASED = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";

test("with an index of calls by address, everything that the owners ever did is stored", async () => {
  const { db, states } = await collect({});
  expect(states).toMatchObject(owners.map(() => ({ state: "complete", calls_source: "ots", calls_from: 0n })));
  expect(await expectAllEqual(db)).toBeGreaterThan(500);
});

test("without one, it is found by traces of a filter", async () => {
  const { db, states } = await collect({ rpcUrls: [await startProfile({ lacks: /^ots_/ })] });
  expect(states).toMatchObject(owners.map(() => ({ state: "complete", calls_source: "trace_filter" })));
  await expectAllEqual(db);
});

test("without traces, it is found by nonces and logs; what the owners received within other calls is named", async () => {
  const bare = await startProfile({ lacks: /^(debug|ots|trace)_/, logBlocks: 1_000 });
  const { db, states } = await collect({ rpcUrls: [bare] });
  expect(states).toMatchObject(owners.map(() => ({ calls_source: "nonce", calls_from: 0n, logs_from: 0n })));
  const cause = `the source nonce finds no internal transfers: the changes do not add up to the balances of ${NATIVE_TOKEN}`;
  for (const { state, reason } of states) expect([state, reason]).toEqual(["partial", cause]);
  const { rows } = await sql<{ gap: string }>`
    select sum(raw_amount)::text as gap from residual where token = ${toBytes(NATIVE_TOKEN)} group by owner`.execute(
    db,
  );
  expect(rows).toHaveLength(owners.length);
  const better = await collect({}, owners, { db, until: "complete" }); // the node begins to have an index
  expect(better.states).toMatchObject(owners.map(() => ({ calls_source: "ots", calls_from: 0n })));
  await expectAllEqual(db);
});

test("a source of calls that the node offers later is found, and opens histories without one", async () => {
  const { chain, rpc: client } = createChainRpc("eth", [rpcUrl]);
  const log = pino({ level: "silent" });
  const work = { db: full.db, chain, rpc: client, log, signal: new AbortController().signal };
  const sources = { logs: createLogSearch(client) } as Pick<HistorySources, "logs"> as HistorySources;
  const collector = createCollector(work, sources, 10_000);
  const [owner] = owners as [Address];
  collector.withoutCalls.add(owner);
  await sql`insert into owner_history (chain, owner, to_block, logs_from, state)
    values ('eth', ${toBytes(owner)}, 9, 0, 'tokens')`.execute(full.db);
  await createSourceSearch(collector, {}, 0)();
  expect([sources.calls?.name, collector.withoutCalls.size]).toEqual(["ots", 0]);
  expect(await listStates(full.db)).toMatchObject([{ state: "collecting" }]);
  await sql`truncate owner_history`.execute(full.db);
});

test("with pruned state and no index, what logs name is found", async () => {
  const { states } = await collect({ rpcUrls: [await startProfile({ lacks: NO_INDEX, stateBlocks: 128 })] });
  expect(states).toMatchObject(owners.map(() => ({ state: "tokens", calls_from: null, logs_from: 0n })));
});

test("a node that takes few blocks of logs is not searched: an index of calls alone finds most", async () => {
  const { states } = await collect({ rpcUrls: [await startProfile({ logBlocks: 10 })] });
  expect(states).toMatchObject(owners.map(() => ({ state: "partial", calls_from: 0n, logs_from: null })));
  expect(states[0]!.reason).toContain("10 blocks");
});

test("an explorer's lists are read again from the node: what it invents is ignored, what it lacks is reported", async () => {
  const [owner] = owners as [Address];
  const rpcUrls = [await startProfile({ lacks: NO_INDEX })];
  const collectFrom = async (faults: ServerFaults): Promise<Collected> => {
    const explorer = await startExplorerServer(rpcUrl, { style: "etherscan", faults });
    onTestFinished(() => explorer.stop());
    return await collect({ rpcUrls, history: { explorer: explorer.url } }, [owner]);
  };
  const faults: ServerFaults = { invented: 3, wrongAmounts: true };
  const [{ db, states }, lying] = await Promise.all([
    // each waits for its three requests a second
    collectFrom(faults),
    collectFrom({ ...faults, missing: () => true }),
  ]);
  expect(states).toMatchObject([{ state: "complete", calls_source: "explorer" }]);
  await expectEqual(db, owner);
  expect(lying.states).toMatchObject([
    {
      state: "partial",
      reason: expect.stringMatching(/^\d+ transactions that the owner sent were not found$/) as string,
    },
  ]);
});

test("collecting continues where it was stopped, and stores nothing twice", async () => {
  const db = await createDatabase();
  await collect({}, owners, { db, until: "begun" });
  const { rows } = await sql<{
    open: bigint;
  }>`select count(*) as open from owner_history where state = 'collecting'`.execute(db);
  expect(rows[0]!.open).toBeGreaterThan(0n);
  const { states } = await collect({}, owners, { db });
  expect(states).toMatchObject(owners.map(() => ({ state: "complete" })));
  await expectAllEqual(db);
  const [removed, ...others] = owners as [Address, ...Address[]];
  await removeFollowedOwners(db, "eth", [removed]);
  for (const query of [...Object.values(QUERIES), "select * from owner_history where owner = $1"])
    expect(await readRows(db, query, removed)).toEqual([]);
  for (const owner of others) await expectEqual(db, owner);
});

test("after a reorganisation from before the owners were followed, everything is that of the new chain", async () => {
  const { db } = await collect({});
  await rpc("anvil_rollback", 20);
  await rpc("anvil_mine", "0x16");
  await syncToHead(full.db, listDevnetChains(devnet));
  const { states } = await collect({}, owners, { db, until: "head" });
  expect(states).toMatchObject(owners.map(() => ({ calls_from: 0n, logs_from: 0n })));
  // they are checked again; a token's rebase, which explained its balances, is no longer known
  const isRebased = `the changes do not add up to the balances of ${REBASED}`;
  for (const { state, reason } of states)
    expect([state, reason]).toEqual(reason === null ? ["complete", null] : ["partial", isRebased]);
  expect(await expectAllEqual(db)).toBeGreaterThan(400);
  await markDrifting(db, "eth", [{ token: REBASED, blockNumber: 0n, timeAt: 0 }]); // it is found again
  await collect({}, owners, { db, until: "complete" });
});

async function rpc(method: string, ...params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(rpcUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
  expect(await response.json()).not.toHaveProperty("error");
}

async function expectAllEqual(db: Store): Promise<number> {
  let count = 0;
  for (const owner of owners) count += await expectEqual(db, owner);
  return count;
}
