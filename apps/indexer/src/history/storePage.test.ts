import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import type { Address, Hash, Hex } from "@portico/evm";
import { addOwnerHistories, advanceChain, ensureChainState, takeNewContracts, writeInitialScans } from "@portico/store";
import type { BlockRef } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import fc from "fast-check";
import { sql } from "kysely";
import pLimit from "p-limit";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createChainRpc } from "../chain/chainWork.ts";
import { getBlock } from "../source/blockRef.ts";
import type { FoundPage, HistoryWork, OwnedTransaction } from "./historyWork.ts";
import { createTransactionReader } from "./readTransactions.ts";
import { cutPage, storePage } from "./storePage.ts";

const owner = `0x${"1".repeat(40)}` as const;
const found = fc.array(fc.bigInt({ min: 10n, max: 40n }), { maxLength: 60 }).map((blocks) =>
  blocks.map((blockNumber, index): OwnedTransaction => ({
    owner,
    blockNumber,
    hash: `0x${index.toString(16).padStart(64, "0")}`,
  })),
);

test("a page is cut between blocks, newest first, and its chunks follow each other down to its first block", () => {
  fc.assert(
    fc.property(found, fc.integer({ min: 1, max: 20 }), (transactions, size) => {
      const page: FoundPage = { pass: "calls", owners: [owner], toBlock: 45n, fromBlock: 5n, found: transactions };
      const chunks = cutPage(page, size);
      let next = page.toBlock;
      for (const chunk of chunks) {
        expect([chunk.toBlock, chunk.fromBlock <= chunk.toBlock]).toEqual([next, true]);
        const isWithin = ({ blockNumber }: OwnedTransaction): boolean =>
          blockNumber >= chunk.fromBlock && blockNumber <= chunk.toBlock;
        expect(new Set(chunk.found)).toEqual(new Set(transactions.filter(isWithin)));
        const others = chunk.found.filter(({ blockNumber }) => blockNumber !== chunk.fromBlock);
        expect(others.length).toBeLessThan(size);
        next = chunk.fromBlock - 1n;
      }
      expect(next).toBe(page.fromBlock - 1n);
    }),
  );
});

const at = (digits: string): Address => `0x${digits.padStart(40, "0")}`;
const [alice, payer] = [at("a11ce"), at("fa1e500000000000000000000000000000000000")];
const PAYERS = ["b0b", "ca401", "da7e"].map(at);
/** Pays 1 wei to the address in its data. */
const PAYER_CODE = "0x34156010575f5f5f5f60015f355af1005b5f5ffd";

let chain: BareChain;
let database: TestDatabase;
let work: HistoryWork;
/** In one block, in its order: each pays the owner by a contract. */
let paid: Hash[];
let blockNumber: bigint;

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
  await chain.setCode(payer, PAYER_CODE);
  for (const from of PAYERS) await chain.setBalance(from, 10n ** 20n);
  await chain.rpc.call("evm_setAutomine", [false]);
  const data: Hex = `0x${alice.slice(2).padStart(64, "0")}`;
  for (const from of PAYERS)
    await chain.rpc.call("eth_sendTransaction", [{ from, to: payer, value: "0x5", data, gas: "0x30d40" }]);
  await chain.mine();
  const { number, transactions } = await chain.rpc.call<{ number: Hex; transactions: Hash[] }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  [blockNumber, paid] = [BigInt(number), transactions];
  await chain.mine(5);
  const { chain: eth, rpc } = createChainRpc("eth", [chain.rpcUrl]);
  const head = await getBlock(rpc, "latest");
  const reader = await createTransactionReader({ chain: eth, rpc }, head.blockNumber);
  const { signal } = new AbortController();
  work = { db: database.db, chain: eth, rpc, reader, head, inTurn: pLimit(1), log: pino({ level: "silent" }), signal };
});

afterAll(async () => {
  await Promise.all([chain.stop(), database.drop()]);
});

beforeEach(async () => {
  const { db, head } = work;
  await sql`truncate chain_state, sight, followed_owner, owner_history, block, transaction, leg, token_twin`.execute(
    db,
  );
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: head.blockNumber, mode: "owners" });
  await advanceChain(db, "eth", { logs: head, balances: head });
});

async function follow(since: bigint, ...owners: Address[]): Promise<void> {
  await writeInitialScans(work.db, "eth", { blockNumber: since, listId: 1, owners: [alice, ...owners], balances: [] });
  await addOwnerHistories(work.db, "eth");
}

const pageOf = (pass: FoundPage["pass"], toBlock: bigint, hashes: readonly Hash[], block = blockNumber): FoundPage => ({
  pass,
  owners: [alice],
  toBlock,
  fromBlock: 0n,
  found: hashes.map((hash) => ({ owner: alice, hash, blockNumber: block })),
});

const listLegs = async (of?: Address) =>
  (
    await sql<{ owner: string; hash: string }>`
      select '0x' || encode(owner, 'hex') as owner, '0x' || encode(tx_hash, 'hex') as hash from leg order by position`.execute(
      work.db,
    )
  ).rows
    .filter((leg) => of === undefined || leg.owner === of)
    .map(({ hash }) => hash);

test("two passes that find the same transaction at once store it once", async () => {
  const { head, reader } = work;
  await follow(head.blockNumber);
  let open: (() => void) | undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  let reads = 0;
  const slow: HistoryWork = {
    ...work,
    reader: {
      async read(wanted) {
        const result = await reader.read(wanted);
        if (++reads === 2) open!();
        await both;
        return result;
      },
    },
  };
  const last = paid.at(-1)!; // read on its own its internal transfer has another position than in its block
  await Promise.all([
    storePage(slow, pageOf("calls", head.blockNumber, [last]), 10),
    storePage(slow, pageOf("logs", head.blockNumber, paid), 10),
  ]);
  expect(await listLegs()).toEqual(paid);
  const { rows } = await sql`select calls_from, logs_from from owner_history`.execute(work.db);
  expect(rows).toEqual([{ calls_from: 0n, logs_from: 0n }]);
});

test("a transaction that is stored is not stored again with its whole block, nor for another owner", async () => {
  const { head } = work;
  const [, bob, carol] = [alice, ...PAYERS] as const;
  await follow(head.blockNumber, bob!, carol!);
  const page = pageOf("calls", head.blockNumber, [paid.at(-1)!]);
  await storePage(work, page, 10);
  await storePage(work, { ...pageOf("logs", head.blockNumber, paid), owners: [alice, bob!, carol!] }, 10);
  expect((await listLegs()).length).toBe(9 - 2); // two senders of three: value and fee; what the owner received
  expect(await listLegs(alice)).toEqual(paid);
});

test("tokens that log the same movements are seen in a history, too", async () => {
  const [token, twin, both] = [at("70"), at("71"), at("72")];
  const transfer = "7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
  for (const one of [token, twin]) await chain.setCode(one, `0x60205f5f37604035602035${transfer}60205fa300`);
  const call = (one: Address): string => `5f5f60605f5f73${one.slice(2)}5af150`;
  await chain.setCode(both, `0x60605f5f37${call(token)}${call(twin)}00`);
  await chain.rpc.call("evm_setAutomine", [true]);
  const words = [7n, BigInt(PAYERS[0]!), BigInt(alice)].map((word) => word.toString(16).padStart(64, "0"));
  const hash = await chain.send({ from: PAYERS[0]!, to: both, data: `0x${words.join("")}` });
  const head = await getBlock(work.rpc, "latest");
  await advanceChain(work.db, "eth", { logs: head, balances: head });
  await follow(head.blockNumber);
  await storePage(work, pageOf("logs", head.blockNumber, [hash], head.blockNumber), 10);
  const { rows } = await sql<{ text: string }>`
    select encode(token, 'hex') || ' ' || encode(twin, 'hex') || ' ' || sightings as text from token_twin`.execute(
    work.db,
  );
  expect(rows.map(({ text }) => text)).toEqual([`${twin.slice(2)} ${token.slice(2)} 1`]);
  const { tokens } = await takeNewContracts(work.db, "eth"); // for the index of new blocks
  expect(tokens.toSorted()).toEqual([token, twin]);
});

test("a transaction that is in a later block than its source reports is not stored: it is not of that history", async () => {
  await follow(blockNumber - 2n);
  await storePage(work, pageOf("calls", blockNumber - 2n, paid.slice(0, 1), blockNumber - 3n), 10);
  expect(await listLegs()).toEqual([]);
  const { rows } = await sql`select block_number from block`.execute(work.db);
  expect(rows).toEqual([]);
});

test("a transaction of another branch than the stored one is not stored", async () => {
  await follow(work.head.blockNumber);
  const other: BlockRef = { blockNumber, hash: `0x${"77".repeat(32)}`, timeAt: 1 };
  await sql`insert into block (chain, block_number, hash, time_at)
    values ('eth', ${other.blockNumber}, ${Buffer.from(other.hash.slice(2), "hex")}, 1)`.execute(work.db);
  await expect(storePage(work, pageOf("calls", work.head.blockNumber, paid), 10)).rejects.toThrow(/another branch/);
  expect(await listLegs()).toEqual([]);
});
