import { setTimeout as sleep } from "node:timers/promises";
import { compileContract, nameAddress, startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import type { Address } from "@portico/evm";
import { applyTokenList, findBalance, findChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_NAMED_OWNERS } from "./decode/tokenLogs.ts";
import { runIndexer } from "./runIndexer.ts";
import type { WorkLimits } from "./chain/chainWork.ts";

const artifact = compileContract("UnloggedToken");
const [ALICE, BOB, CAROL] = ["alice", "bob", "carol"].map((name) => nameAddress(name).toLowerCase() as Address) as [
  Address,
  Address,
  Address,
];

let chain: BareChain;
let database: TestDatabase;
let token: Address;
let stop = new AbortController();
let running: Promise<void> = Promise.resolve();

beforeAll(async () => {
  chain = await startBareChain(1);
});
beforeEach(async () => {
  database = await createTestDatabase();
  token = await chain.deploy(artifact, ["Unlogged", "UNL"]);
});
afterEach(async () => {
  stop.abort();
  await running;
  await database.drop();
});
afterAll(() => chain.stop());

const write = (functionName: string, ...args: readonly unknown[]) =>
  chain.write(TREASURY, { to: token, abi: artifact.abi, functionName, args });

interface Options {
  limits?: Partial<WorkLimits>;
  /** Whether receipts are read, and so all logs. */
  receipts?: boolean;
}

/** Runs the indexer from a restart to the head. */
async function sync({ limits = {}, receipts = true }: Options = {}): Promise<void> {
  follow({ limits, receipts });
  await untilHead();
  stop.abort();
  await running;
}

function follow({ limits = {}, receipts = true }: Options = {}): void {
  stop = new AbortController();
  const chains = [{ chain: "eth", rpcUrls: [chain.rpcUrl], startBlock: 0n, reads: { receipts } }];
  const options = { log: pino({ level: "fatal" }), signal: stop.signal, pollMs: 5, limits };
  running = runIndexer({ db: database.db, chains, ...options });
  running.catch(() => undefined);
}

async function untilHead(): Promise<void> {
  const { hash } = await chain.rpc.call<{ hash: string }>("eth_getBlockByNumber", ["latest", false]);
  while ((await findChainState(database.db, "eth"))?.balances?.hash !== hash) {
    await Promise.race([sleep(10), running]);
    if (stop.signal.aborted) throw new Error("The indexer ended");
  }
}

const balanceOf = async (owner: Address) => (await findBalance(database.db, { chain: "eth", owner, token }))?.rawAmount;

const METADATA = { name: null, symbol: null, decimals: null, logoUrl: null, isCore: false };
const list = () => applyTokenList(database.db, "eth", [{ ...METADATA, address: token }]);

test.each([{ limits: {} }, { limits: { balancePage: 2 } }])(
  "a balance is read again when an event of the token names its owner, at the head and in a backlog: %j",
  async (options) => {
    await write("mint", ALICE, 100n);
    await sync(options);
    await write("credit", ALICE, 5n);
    await write("credit", BOB, 5n);
    await sync(options);
    expect([await balanceOf(ALICE), await balanceOf(BOB)]).toEqual([105n, undefined]);
  },
);

test("events of a listed token name owners without a balance; a balance of zero makes no row", async () => {
  await list();
  await write("credit", ALICE, 5n);
  await write("mention", BOB, 1n);
  await sync();
  expect([await balanceOf(ALICE), await balanceOf(BOB)]).toEqual([5n, undefined]);
  await write("debit", ALICE, 5n);
  await sync();
  expect(await balanceOf(ALICE)).toBe(0n);
});

test("a token that names many owners in a block has a limited number of balances read", async () => {
  await list();
  for (let n = 0n; n < MAX_NAMED_OWNERS + 8; n++) await write("creditSilently", offset(CAROL, n), 1n);
  await write("mention", CAROL, BigInt(MAX_NAMED_OWNERS + 8));
  await sync();
  const amounts = await Promise.all(
    Array.from({ length: MAX_NAMED_OWNERS + 8 }, (_, n) => balanceOf(offset(CAROL, BigInt(n)))),
  );
  expect(amounts.filter((amount) => amount === 1n)).toHaveLength(MAX_NAMED_OWNERS);
});

const offset = (address: Address, by: bigint): Address => `0x${(BigInt(address) + by).toString(16).padStart(40, "0")}`;

test("without receipts, only events with a requested topic name owners", async () => {
  await write("mint", ALICE, 100n);
  await sync({ receipts: false });
  await write("credit", ALICE, 5n);
  await sync({ receipts: false });
  expect(await balanceOf(ALICE)).toBe(100n);
});
