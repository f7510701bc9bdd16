import { compileContract, startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { createRpc, getChain, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { listWrapRepairs } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { encodeDeployData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syncToHead } from "../testing/sync.ts";
import { repairWraps } from "./repairWraps.ts";

const scroll = getChain("scrl");
const coin = scroll.wrappedToken ?? ZERO_ADDRESS;
const artifact = compileContract("LoggedWrap");
const unwrapper = compileContract("Unwrapper");

let chain: BareChain;
let database: TestDatabase;

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(scroll.chainId), createTestDatabase()]);
  await chain.install(coin, encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args: [] }));
});
afterAll(() => Promise.all([chain.stop(), database.drop()]));

const listLegs = async () => {
  const { rows } = await sql`
    select * from leg where chain = 'scrl' order by owner, block_number, position, is_inbound`.execute(database.db);
  return rows;
};

interface Receipt {
  blockNumber: Hex;
  logs: { logIndex: Hex; topics: Hex[] }[];
}

/** Stores the legs that an earlier version had of a transaction's withdrawals besides those of their transfers. */
async function storeDoubled(hash: Hex): Promise<void> {
  const { logs } = await chain.rpc.call<Receipt>("eth_getTransactionReceipt", [hash]);
  const withdrawals = logs
    .filter((log) => log.topics[0] === topics.wrappedWithdrawal)
    .map((log) => Number(log.logIndex));
  for (const index of withdrawals) {
    await sql`
      insert into leg (owner, chain, block_number, position, is_inbound, kind, token, counterparty, raw_amount, tx_hash, time_at)
      select owner, chain, block_number, (position >> 35 << 35) | (${index}::bigint << 15), is_inbound, kind, token,
        counterparty, raw_amount, tx_hash, time_at
      from leg where chain = 'scrl' and tx_hash = decode(${hash.slice(2)}, 'hex') and kind = 0 and not is_inbound
      order by position limit 1`.execute(database.db);
  }
}

async function queue(hash: Hex, blockNumber: bigint): Promise<void> {
  await sql`
    insert into wrap_repair (chain, block_number, tx_hash)
    values ('scrl', ${blockNumber}, decode(${hash.slice(2)}, 'hex'))`.execute(database.db);
}

test("unwraps stored twice with logs in between are stored once after their receipts are read, and others remain", async () => {
  const contract: Address = await chain.deploy(unwrapper);
  const run = (count: bigint) =>
    chain.write(TREASURY, {
      to: contract,
      abi: unwrapper.abi,
      functionName: "run",
      args: [coin, 5n, count],
      value: 5n * count,
    });
  const [doubled, sound] = [await run(2n), await run(3n)];
  await syncToHead(database.db, [{ chain: "scrl", rpcUrls: [chain.rpcUrl], startBlock: 0n }]);
  const expected = await listLegs();
  await storeDoubled(doubled);
  expect(await listLegs()).toHaveLength(expected.length + 2);
  const gone: Hex = `0x${"77".repeat(32)}`;
  for (const hash of [doubled, sound]) {
    const { blockNumber } = await chain.rpc.call<Receipt>("eth_getTransactionReceipt", [hash]);
    await queue(hash, BigInt(blockNumber));
  }
  await queue(gone, 1n);
  const rpc = createRpc({ chain: scroll, urls: [chain.rpcUrl] });
  const log = pino({ level: "silent" });
  await repairWraps({ db: database.db, chain: scroll, rpc, log, signal: new AbortController().signal });
  expect(await listLegs()).toEqual(expected);
  expect(await listWrapRepairs(database.db, "scrl", 9)).toEqual([{ blockNumber: 1n, txHash: gone }]);
});
