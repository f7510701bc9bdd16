import { setTimeout as sleep } from "node:timers/promises";
import { createRpc, getChain } from "@portico/evm";
import type { Hash, Rpc } from "@portico/evm";
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  addOwnerHistories,
  advanceChain,
  copyBlocks,
  ensureChainState,
  findChainState,
  markPairsStale,
  OtherChainError,
  requestInitialScan,
  writeInitialScans,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getBlock } from "../source/blockRef.ts";
import { runIndexer } from "../runIndexer.ts";
import { hasDueReads } from "../state/hasDueReads.ts";
import { findForkPoint } from "./reorg.ts";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import type { RewritingProxy } from "../testing/rewritingProxy.ts";
import { syncToHead } from "../testing/sync.ts";

interface Block {
  number: Hash;
  hash: Hash;
}
/** Rewrites the result of `eth_getBlockByNumber`. */
type Rewrite = (params: unknown[], found: Block | null) => unknown;

const WAITS = { restartMs: 50, baseDelayMs: 5, maxDelayMs: 50 };
const honest: Rewrite = (_, found) => found;
const wrongHash = (hash: Hash): Hash => `0x${"ee".repeat(8)}${hash.slice(18)}`;

let devnet: Devnet;
let rpc: Rpc;
let proxy: RewritingProxy;
let rewrite = honest;
let database: TestDatabase;
let stop = new AbortController();
let running: Promise<void> = Promise.resolve();

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 11, size: { people: 3, transactions: 20, days: 2 } });
  const { rpcUrl } = devnet.chains.eth!;
  rpc = createRpc({ chain: getChain("eth"), urls: [rpcUrl] });
  proxy = await startRewritingProxy(rpcUrl, ({ method, params }, result) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a node answers
    method === "eth_getBlockByNumber" ? rewrite(params, result as Block | null) : result,
  );
});
beforeEach(async () => {
  [rewrite, stop, database] = [honest, new AbortController(), await createTestDatabase()];
});
afterEach(async () => {
  stop.abort();
  await running.catch(() => undefined);
  await database.drop();
});
afterAll(() => Promise.all([proxy.stop(), devnet.stop()]));

function follow(startBlock = 0n): void {
  const chains = [{ chain: "eth", rpcUrls: [proxy.url], startBlock }];
  const options = { log: pino({ level: "silent" }), signal: stop.signal, pollMs: 5, waits: WAITS };
  running = runIndexer({ db: database.db, chains, ...options });
  running.catch(() => undefined);
}

async function untilHead(): Promise<bigint> {
  const { hash, number } = await rpc.getBlock();
  while ((await findChainState(database.db, "eth"))?.balances?.hash !== hash) await sleep(10);
  return number;
}

test("what histories name is read every few seconds while they are collected, if the node's rate is limited", async () => {
  const { db } = database;
  const [owner, token] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`] as const;
  const head = { blockNumber: 90n, hash: `0x${"9".repeat(64)}`, timeAt: 1_000 } as const;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await advanceChain(db, "eth", { logs: head, balances: head });
  const has = (rate: number | undefined, secondsAgo: number): Promise<boolean> => {
    const limited = { ...rpc, readLimits: async () => ({ ...(await rpc.readLimits()), rate }) };
    const stateReadAt = performance.now() - secondsAgo * 1_000;
    return hasDueReads({ db, chain: getChain("eth"), rpc: limited, stateReadAt });
  };
  expect(await has(25, 60)).toBe(false);
  await markPairsStale(db, "eth", Buffer.from(owner.slice(2) + token.slice(2), "hex"));
  expect(await has(25, 1)).toBe(true);
  await writeInitialScans(db, "eth", { blockNumber: 49n, listId: 1, owners: [owner], balances: [] });
  await addOwnerHistories(db, "eth");
  expect([await has(25, 1), await has(25, 60), await has(undefined, 1)]).toEqual([false, true, true]);
  await db.updateTable("owner_history").set({ calls_from: 0n, logs_from: 0n }).execute();
  expect(await has(25, 1)).toBe(true);
  await db.updateTable("owner_history").set({ calls_from: null }).execute();
  await requestInitialScan(db, token, ["eth"]);
  expect([await has(25, 1)]).toEqual([true]);
});

test("a node that contradicts itself and then lags removes nothing", async () => {
  follow();
  const head = await untilHead();
  const seen = await findChainState(database.db, "eth");
  const lag = await rpc.getBlock({ blockNumber: head - 3n });
  const { promise: isPolled, resolve } = Promise.withResolvers<void>();
  let polls = 0;
  rewrite = (params, found) => {
    if (params[0] !== "latest") return found !== null && BigInt(found.number) > lag.number ? null : found;
    polls += 1;
    if (polls === 8) resolve();
    return polls === 1
      ? { ...found, hash: wrongHash(found!.hash) }
      : { ...found, number: numberToHex(lag.number), hash: lag.hash };
  };
  await isPolled;
  expect(await findChainState(database.db, "eth")).toEqual(seen);
  rewrite = honest;
  await rpc.request<{ Method: string; Parameters: never[]; ReturnType: Hash }>({ method: "evm_mine", params: [] });
  expect(await untilHead()).toBe(head + 1n);
});

test("when the node serves a chain that was restarted, none of it is mixed into the stored one", async () => {
  follow();
  await untilHead();
  const seen = await findChainState(database.db, "eth");
  rewrite = (_, found) => found && { ...found, hash: wrongHash(found.hash) };
  await expect(running).rejects.toThrow(OtherChainError);
  expect((await findChainState(database.db, "eth"))?.logs).toEqual(seen?.logs);
});

test("the block before the start, which a rewind went back to, can be replaced too", async () => {
  const head = await rpc.getBlockNumber();
  const startBlock = head - 2n;
  await ensureChainState(database.db, { chain: "eth", chainId: 1, startBlock });
  const gone = { blockNumber: startBlock - 1n, hash: `0x${"99".repeat(32)}`, timeAt: 1 } as const;
  await advanceChain(database.db, "eth", { logs: gone });
  await syncToHead(database.db, [{ chain: "eth", rpcUrls: [devnet.chains.eth!.rpcUrl], startBlock }]);
  expect((await findChainState(database.db, "eth"))?.balances?.blockNumber).toBe(head);
});

test("where only some blocks are stored, one of the new branch above a replaced one is no fork", async () => {
  const head = await rpc.getBlockNumber();
  await ensureChainState(database.db, { chain: "eth", chainId: 1, startBlock: 1n, mode: "owners" });
  const [replaced, cursor] = [head - 4n, head - 1n].map((blockNumber) => ({
    blockNumber,
    hash: `0x${"99".repeat(32)}` as const,
    timeAt: 1,
  }));
  const [fork, newer] = await Promise.all([getBlock(rpc, head - 5n), getBlock(rpc, head - 3n)]);
  await copyBlocks(database.db, "eth", [fork, replaced!, newer, cursor!]);
  const query = { db: database.db, rpc, chain: "eth", cursor: head - 1n, startBlock: 1n };
  expect(await findForkPoint(query)).toEqual(fork);
});
