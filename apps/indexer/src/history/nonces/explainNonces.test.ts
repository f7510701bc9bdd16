/** An owner whose nonce is raised by its transactions, authorizations (EIP-7702) and code that it delegates to. */
import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hash, Hex } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import type { NodeProfile } from "@portico/evm/testing/nodeProfiles";
import {
  addOwnerHistories,
  advanceChain,
  ensureChainState,
  listOpenHistories,
  writeBalances,
  writeInitialScans,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import pLimit from "p-limit";
import { pino } from "pino";
import { zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createChainRpc } from "../../chain/chainWork.ts";
import { getBlock } from "../../source/blockRef.ts";
import { checkHistory } from "../checkHistory.ts";
import type { HistoryWork } from "../historyWork.ts";
import { createTransactionReader } from "../readTransactions.ts";
import { createNonceSearch } from "../sources/nonceSearch.ts";
import { storePage } from "../storePage.ts";

const key = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [user, sponsor] = [privateKeyToAccount(key(0xa11ce)), privateKeyToAccount(key(0xb0b))];
const owner = user.address.toLowerCase() as Address;
const funder: Address = `0x${"fa".repeat(20)}`;
/** Creates a contract whose code is one byte. */
const CREATOR = { address: `0x${"c0".repeat(20)}`, code: "0x6360015ff35f526004601c5ff05000" } as const;

let chain: BareChain;
/** Those that name the owner as sender or recipient. */
const named: Hash[] = [];

beforeAll(async () => {
  chain = await startBareChain(1);
  await chain.setCode(CREATOR.address, CREATOR.code);
  for (const account of [funder, sponsor.address]) await chain.setBalance(account, 10n ** 20n);
  named.push(await chain.send({ from: funder, to: owner, value: 10n ** 18n }));
  const delegate = (nonce: number, contractAddress: Address = CREATOR.address, chainId = 1) =>
    user.signAuthorization({ contractAddress, chainId, nonce });
  named.push(await send(user, 0, funder));
  named.push(await send(user, 1, funder, [await delegate(2)]));
  await send(sponsor, 0, funder, [await delegate(3, CREATOR.address, 0), await delegate(9)]);
  named.push(await send(sponsor, 1, owner)); // the owner's code creates a contract
  named.push(await send(user, 5, funder));
  await send(sponsor, 2, funder, [await delegate(6, CREATOR.address, 5)]);
  named.push(await send(user, 6, funder, [await delegate(7, zeroAddress)]));
});
afterAll(() => chain.stop());

type Authorization = Awaited<ReturnType<typeof user.signAuthorization>>;

/** Mined when it returns. */
async function send(from: typeof user, nonce: number, to: Address, list?: Authorization[]): Promise<Hash> {
  const gas = { gas: 200_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n };
  const fields = { chainId: 1, nonce, to, value: 1n, ...gas };
  const raw = await (list === undefined
    ? from.signTransaction({ ...fields, type: "eip1559" })
    : from.signTransaction({ ...fields, type: "eip7702", authorizationList: list }));
  const hash: Hash = await chain.rpc.call("eth_sendRawTransaction", [raw]);
  // the next one's authorizations are valid only after it
  await vi.waitFor(
    async () => expect(await chain.rpc.call("eth_getTransactionReceipt", [hash])).not.toBeNull(),
    10_000,
  );
  return hash;
}

/** Collects the owner's transactions apart from `except`, and checks its history. @returns its state. */
async function check(profile: NodeProfile, except: readonly Hash[] = []) {
  const [{ db, drop }, node] = await Promise.all([createTestDatabase(), startNodeProfile(chain.rpcUrl, profile)]);
  onTestFinished(() => Promise.all([drop(), node.stop()]).then(() => undefined));
  const { chain: eth, rpc } = createChainRpc("eth", [node.url], { baseDelayMs: 1, maxDelayMs: 5 });
  const head = await getBlock(rpc, "latest");
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: head.blockNumber, mode: "owners" });
  await advanceChain(db, "eth", { logs: head, balances: head });
  await writeInitialScans(db, "eth", { blockNumber: head.blockNumber, listId: 1, owners: [owner], balances: [] });
  await addOwnerHistories(db, "eth");
  const reader = await createTransactionReader({ chain: eth, rpc }, head.blockNumber);
  const log = pino({ level: "silent" });
  const { signal } = new AbortController();
  const work: HistoryWork = { db, chain: eth, rpc, reader, head, inTurn: pLimit(1), log, signal };
  const found = named
    .filter((hash) => !except.includes(hash))
    .map((hash) => ({ owner, hash, blockNumber: head.blockNumber }));
  const range = { owners: [owner], toBlock: head.blockNumber, fromBlock: 0n };
  await storePage(work, { ...range, pass: "calls", found }, 100);
  await storePage(work, { ...range, pass: "logs", found: [] }, 100);
  const rawAmount = BigInt(await chain.rpc.call("eth_getBalance", [owner, "latest"]));
  await writeBalances(db, "eth", head.blockNumber, [{ owner, token: NATIVE_TOKEN, rawAmount }]);
  await sql`truncate stale_balance`.execute(db);
  const [history] = await listOpenHistories(db, "eth", { part: "ended", limit: 1, maxTransactions: 100 });
  await checkHistory(work, { history: history!, callsObstacle: undefined, logsObstacle: undefined });
  const { rows } = await sql<{ state: string; reason: string | null }>`select state, reason from owner_history`.execute(
    db,
  );
  return [rows[0]?.state, rows[0]?.reason];
}

test("the history is complete if authorizations and created contracts used the other nonces", async () => {
  expect(Number(await chain.rpc.call("eth_getTransactionCount", [owner, "latest"]))).toBe(8);
  expect(await check({})).toEqual(["complete", null]);
});

test("without old state, an authorization in another's transaction is missing", async () => {
  const reason = "nothing was found that used 1 of the owner's nonces";
  expect(await check({ stateBlocks: 2 })).toEqual(["partial", expect.stringMatching(reason)]);
});

test("a sent transaction that is missing isn't explained", async () => {
  const reason = "nothing was found that used 1 of the owner's nonces";
  expect(await check({}, named.slice(1, 2))).toEqual(["partial", expect.stringMatching(reason)]);
});

test("the owner's transactions are found by its nonces", async () => {
  const { rpc } = createChainRpc("eth", [chain.rpcUrl]);
  const head = BigInt(await chain.rpc.call("eth_blockNumber", []));
  const { fromBlock, transactions } = await createNonceSearch(rpc, { chainId: 1 }).findPage(
    owner,
    head,
    new AbortController().signal,
  );
  const sent = [named[1], named[2], named[4], named[5]];
  expect([fromBlock, new Set(transactions.map(({ hash }) => hash))]).toEqual([0n, new Set(sent)]);
});
