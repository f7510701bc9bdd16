import { setTimeout as sleep } from "node:timers/promises";
import { createRpc, erc20Abi, getChain, topics } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { listTokens as listDevnetTokens, startDevnet, untilMined } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { countStale, findBalance, findChainState, findToken } from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { sql } from "kysely";
import { encodeFunctionData, numberToHex } from "viem";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { WorkLimits } from "./chain/chainWork.ts";
import { runIndexer } from "./runIndexer.ts";
import { compareWithChain, toLowerCase } from "./testing/compare.ts";
import { readContent } from "./testing/content.ts";
import { listDevnetChains, syncToHead } from "./testing/sync.ts";

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;
let stop = new AbortController();
let running: Promise<void> = Promise.resolve();

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 5, size: { people: 4, transactions: 40, days: 2 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: getChain("eth"), urls: [devnet.chains.eth!.rpcUrl] });
  await syncToHead(database.db, listDevnetChains(devnet));
});

afterEach(async () => {
  stop.abort();
  await running;
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

function follow(limits: Partial<WorkLimits> = {}): void {
  stop = new AbortController();
  const chains = listDevnetChains(devnet);
  const log = pino({ level: "fatal" });
  running = runIndexer({ db: database.db, chains, log, signal: stop.signal, pollMs: 10, limits });
}

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: Hex;
}

const request = (method: string, ...params: unknown[]): Promise<Hex> => rpc.request<AnyMethod>({ method, params });

/** Mines one transaction in its own block. */
async function send(from: Address, to: Address, data: Hex = "0x", value = 0n): Promise<void> {
  const hash = await request("eth_sendTransaction", { from, to, data, value: numberToHex(value), gas: "0x100000" });
  await untilMined(rpc, hash);
}

async function untilHead(db: Store): Promise<void> {
  const { hash, number } = await rpc.getBlock();
  for (;;) {
    const state = await findChainState(db, "eth");
    if (state?.balances?.hash === hash) return;
    await sleep(20);
    if (stop.signal.aborted) throw new Error(`The indexer ended before block ${number}`);
  }
}

const token = (symbol: string): Address => listDevnetTokens("eth").find((row) => row.symbol === symbol)!.address;

const balanceOf = (owner: Address, address: Address) =>
  findBalance(database.db, { owner: toLowerCase(owner), chain: "eth", token: toLowerCase(address) });

async function expectEqualToChain(owners: readonly Address[]): Promise<void> {
  const { rpcUrl, tokens } = devnet.chains.eth!;
  const result = await compareWithChain(database.db, { chain: "eth", rpcUrl, owners, tokens });
  expect(result.differences).toEqual([]);
}

/** The block at which all balances are marked as true, and the newest block at which one of them was read. */
const readSyncStatus = () =>
  database.db
    .selectFrom("chain_state")
    .where("chain", "=", "eth")
    .select((eb) => [
      "balances_block as named",
      eb
        .selectFrom("balance")
        .where("chain", "=", "eth")
        .select(({ fn }) => fn.max("block_number").as("newest"))
        .as("newest"),
    ])
    .executeTakeFirstOrThrow();

test("new blocks are indexed, with every balance that they change", async () => {
  follow();
  const newOwner: Address = "0x00000000000000000000000000000000000f0110";
  const dai = token("DAI");
  const amount = 12_345n;
  await send(
    devnet.demoOwner,
    dai,
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [newOwner, amount] }),
  );
  await send(devnet.demoOwner, newOwner, "0x", 77n);
  await untilHead(database.db);
  expect((await balanceOf(newOwner, dai))?.rawAmount).toBe(amount);
  await expectEqualToChain([...devnet.users, newOwner]);
});

test("a fee-on-transfer token credits the received amount, not the sent one", async () => {
  follow();
  const sta = toLowerCase(listDevnetTokens("eth").find(({ kind }) => kind === "feeOnTransfer")!.address);
  const receiver: Address = "0x00000000000000000000000000000000000fee01";
  const amount = 1_000_000n;
  await send(
    devnet.demoOwner,
    sta,
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [receiver, amount] }),
  );
  await untilHead(database.db);
  const received = (await balanceOf(receiver, sta))?.rawAmount ?? 0n;
  expect(received).toBeGreaterThan(0n);
  expect(received).toBeLessThan(amount);
  await expectEqualToChain([receiver, devnet.demoOwner]);
});

test("a token without balanceOf is listed, but no zero balances of it are reported", async () => {
  follow();
  const nonstandard: Address = "0x0000000000000000000000000000000000000dd0";
  const [from, to] = ["1111".padStart(40, "0"), "2222".padStart(40, "0")];
  // MSTORE(0, 5); LOG3(0, 32, Transfer, from, to): for any call
  await request("anvil_setCode", nonstandard, `0x60055f5273${to}73${from}7f${topics.transfer.slice(2)}60205fa3`);
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect(await balanceOf(`0x${to}`, nonstandard)).toBeUndefined();
  expect(await findToken(database.db, "eth", nonstandard)).toMatchObject({ name: null, symbol: null, decimals: null });
});

test("a rebase at the head is read for holders that no transfer named", async () => {
  follow();
  const nonstandard: Address = "0x0000000000000000000000000000000000000dd1";
  const [from, to] = ["3333".padStart(40, "0"), "4444".padStart(40, "0")];
  const answer = (amount: string) => `60${amount}5f52`; // MSTORE(0, amount)
  // LOG3(0, 32, Transfer, from, to), then LOG2(0, 32, LogRebase, 1); both RETURN(0, 32): for any call
  await request(
    "anvil_setCode",
    nonstandard,
    `0x${answer("05")}73${to}73${from}7f${topics.transfer.slice(2)}60205fa360205ff3`,
  );
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect((await balanceOf(`0x${to}`, nonstandard))?.rawAmount).toBe(5n);
  await request("anvil_setCode", nonstandard, `0x${answer("07")}60017f${topics.logRebase.slice(2)}60205fa260205ff3`);
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect((await balanceOf(`0x${to}`, nonstandard))?.rawAmount).toBe(7n);
  expect(await countStale(database.db, "eth")).toBe(0);
});

test("a balance that the token's contract temporarily can't return is unknown, and is read again later", async () => {
  follow();
  const nonstandard: Address = "0x0000000000000000000000000000000000000dd2";
  const [from, to] = ["5555".padStart(40, "0"), "6666".padStart(40, "0")];
  const rebase = `60017f${topics.logRebase.slice(2)}60205fa2`; // LOG2(0, 32, LogRebase, 1)
  // MSTORE(0, 5); LOG3(0, 32, Transfer, from, to); RETURN(0, 32): for any call
  await request(
    "anvil_setCode",
    nonstandard,
    `0x60055f5273${to}73${from}7f${topics.transfer.slice(2)}60205fa360205ff3`,
  );
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect((await balanceOf(`0x${to}`, nonstandard))?.rawAmount).toBe(5n);
  await request("anvil_setCode", nonstandard, `0x${rebase}00`);
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect(await balanceOf(`0x${to}`, nonstandard)).toBeUndefined();
  await request("anvil_setCode", nonstandard, `0x60065f52${rebase}60205ff3`);
  await send(devnet.demoOwner, nonstandard);
  await untilHead(database.db);
  expect((await balanceOf(`0x${to}`, nonstandard))?.rawAmount).toBe(6n);
});

test("at the head a reader never sees a block's transfers without its balances", async () => {
  follow();
  await untilHead(database.db);
  const apart: unknown[] = [];
  const watched = new AbortController();
  const watching = (async () => {
    while (!watched.signal.aborted) {
      const state = await findChainState(database.db, "eth");
      if (state?.logs?.hash !== state?.balances?.hash) apart.push(state);
      await sleep(1);
    }
  })();
  for (let block = 0; block < 10; block++) await send(devnet.demoOwner, devnet.users[1]!, "0x", 3n);
  await untilHead(database.db);
  watched.abort();
  await watching;
  expect(apart).toEqual([]);
});

test("while a backlog of many pages is read, no block is reported that does not match the balances", async () => {
  for (let n = 1; n <= 12; n++) {
    await send(devnet.demoOwner, `0x00000000000000000000000000000000000b${n.toString(16).padStart(4, "0")}`, "0x", 1n);
  }
  follow({ balancePage: 3 });
  const seen: { named: bigint | null; newest: bigint | null }[] = [];
  const isWatched = new AbortController();
  const watching = (async () => {
    while (!isWatched.signal.aborted) seen.push(await readSyncStatus());
  })();
  await untilHead(database.db);
  isWatched.abort();
  await watching;
  expect(seen.filter(({ named, newest }) => named !== null && newest !== null && newest > named)).toEqual([]);
  expect(seen.some(({ named }) => named === null)).toBe(true);
  await expectEqualToChain(devnet.users);
});

test("after a reorg the content is that of the new chain", async () => {
  const receiver: Address = "0x0000000000000000000000000000000000002e02";
  const dai = token("DAI");
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [receiver, amount] });
  follow();
  for (let block = 0; block < 3; block++) await send(devnet.demoOwner, dai, transfer(1_000n));
  await untilHead(database.db);
  expect((await balanceOf(receiver, dai))?.rawAmount).toBe(3_000n);
  await request("anvil_rollback", 2);
  await send(devnet.users[1]!, receiver, "0x", 5n);
  await send(devnet.demoOwner, dai, transfer(1n));
  await send(devnet.users[1]!, receiver, "0x", 5n);
  await untilHead(database.db);
  expect((await balanceOf(receiver, dai))?.rawAmount).toBe(1_001n);
  await expectEqualToChain([...devnet.users, receiver]);
  expect((await readContent(database.db))["leg"]).toEqual(await readLegsAnew());
});

/** Legs do not depend on the path the indexer took. */
async function readLegsAnew(): Promise<string[] | undefined> {
  const fresh = await createTestDatabase();
  try {
    await syncToHead(fresh.db, listDevnetChains(devnet));
    const { leg } = await readContent(fresh.db);
    return leg;
  } finally {
    await fresh.drop();
  }
}

/** One statement: the data of one response. */
const readSnapshot = async () => {
  const { rows } = await sql<{
    named: string | null;
    stored: string | null;
    newest: bigint | null;
    head: bigint | null;
  }>`
    select balances_hash::text as named, balances_block as head,
      (select hash::text from block where block.chain = 'eth' and block_number = balances_block) as stored,
      (select max(block_number) from leg where leg.chain = 'eth') as newest
    from chain_state where chain = 'eth'`.execute(database.db);
  return rows[0]!;
};

test.each([1, 7, 40])(
  "a reader sees one branch or the other while %i blocks are replaced, never both",
  async (depth) => {
    follow();
    for (let block = 0; block < depth + 1; block++) await send(devnet.users[block % 3]!, devnet.users[3]!, "0x", 7n);
    await untilHead(database.db);
    const seen = [await readSnapshot()];
    const watched = new AbortController();
    const watching = (async () => {
      while (!watched.signal.aborted) seen.push(await readSnapshot());
    })();
    await request("anvil_reorg", depth, [] as never);
    await untilHead(database.db);
    watched.abort();
    await watching;
    seen.push(await readSnapshot());
    const mixed = seen.filter(({ named, stored, newest, head }) => named !== stored || newest! > head!);
    expect(mixed).toEqual([]);
    expect(new Set(seen.map(({ named }) => named)).size).toBeGreaterThan(1);
    await expectEqualToChain(devnet.users);
    expect((await readContent(database.db))["leg"]).toEqual(await readLegsAnew());
  },
);

test("a reorg while the indexer is down is detected at restart", async () => {
  const receiver: Address = "0x0000000000000000000000000000000000002e03";
  await send(devnet.demoOwner, receiver, "0x", 9n);
  await syncToHead(database.db, listDevnetChains(devnet));
  await request("anvil_rollback", 1);
  await send(devnet.users[1]!, receiver, "0x", 4n);
  await send(devnet.users[1]!, receiver, "0x", 4n);
  follow();
  await untilHead(database.db);
  await expectEqualToChain([...devnet.users, receiver]);
  expect((await readContent(database.db))["leg"]).toEqual(await readLegsAnew());
});

test("an index that starts mid-chain reports its start, is exact for addresses it saw and invents nothing", async () => {
  const middle = await createTestDatabase();
  try {
    const head = await rpc.getBlockNumber();
    const startBlock = head - 4n;
    await syncToHead(middle.db, [{ chain: "eth", rpcUrls: [devnet.chains.eth!.rpcUrl], startBlock }]);
    expect(await findChainState(middle.db, "eth")).toMatchObject({ startBlock, balances: { blockNumber: head } });
    const legs = await middle.db
      .selectFrom("leg")
      .select((eb) => eb.fn.min("block_number").as("first"))
      .execute();
    expect(legs[0]?.first ?? startBlock).toBeGreaterThanOrEqual(startBlock);
    const [known, all] = [await readContent(middle.db), await readContent(database.db)];
    const amounts = (rows: string[] | undefined) =>
      new Set(rows?.map((row) => row.replace(/"block_number":"\d+"/, "")));
    const indexed = amounts(all["balance"]);
    expect([...amounts(known["balance"])].filter((row) => !indexed.has(row))).toEqual([]);
    expect(known["balance"]!.length).toBeLessThan(all["balance"]!.length);
  } finally {
    await middle.drop();
  }
});
