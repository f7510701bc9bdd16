import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { advanceChain } from "../chains/chains.ts";
import { copyLegs } from "./legs.ts";
import { upsertOperatorApprovals } from "../approvals/operatorApprovals.ts";
import { LegKind } from "./position.ts";
import { writePricePoints } from "../prices/pricePoints.ts";
import { LEGS_MAX } from "./historyStatement.ts";
import { findTransaction, readHistory } from "./readHistory.ts";
import type { HistoryQuery } from "./readHistory.ts";
import { CHAINS, START, alice, append, bob, coin, dai, emptyHistory, hash, punks, usdc } from "../testing/history.ts";
import type { Block } from "../testing/history.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { INPUT_BYTES } from "./transactions.ts";
import type { Transaction } from "./transactions.ts";
import type { Leg } from "./leg.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(() => emptyHistory(db));

const block = (n: number, timeAt = START + n) => ({
  blockNumber: BigInt(n),
  hash: hash(900_000 + n),
  timeAt,
  legs: [],
  transactions: [],
});
const leg = (at: Block, fields: Partial<Leg> = {}): Leg => ({
  owner: alice,
  blockNumber: at.blockNumber,
  timeAt: at.timeAt,
  txIndex: 0,
  txHash: hash(1),
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token: usdc,
  tokenId: undefined,
  counterparty: bob,
  rawAmount: 3n,
  ...fields,
});
const readPage = (query: Partial<HistoryQuery> = {}) =>
  readHistory(db, { owner: alice, chains: CHAINS, count: 20, ...query });

test("a transaction has all stored fields, and the coin's price at its time", async () => {
  const at = block(5);
  const transaction: Transaction = {
    blockNumber: 5n,
    txIndex: 3,
    timeAt: at.timeAt,
    hash: hash(1),
    sender: alice,
    recipient: undefined,
    nonce: 8n,
    rawValue: 2n ** 200n,
    input: `0x${"12".repeat(INPUT_BYTES + 1)}`,
    isSuccess: false,
    gasUsed: 21_000n,
    rawFee: 0n,
  };
  const nft = {
    txIndex: 3,
    kind: LegKind.nft,
    token: punks,
    tokenId: 2n ** 255n,
    rawAmount: 1n,
    index: 40,
    subIndex: 2,
  };
  const legs = [leg(at, nft), leg(at, { ...nft, isInbound: false }), leg(at, { txIndex: 3, index: 7 })];
  await append(db, "eth", [{ ...at, legs, transactions: [transaction] }]);
  await writePricePoints(db, "eth", [
    { token: coin, timeAt: START - 600, usd: 1_900 },
    { token: coin, timeAt: START, usd: 2_000.5 },
    { token: coin, timeAt: START + 300, usd: 9 },
    { token: usdc, timeAt: START + 1, usd: 1 },
  ]);
  const input = `0x${"12".repeat(INPUT_BYTES)}`;
  const stored = { ...transaction, chain: "eth", input, isInputCut: true, feeUsdPrice: 2_000.5 };
  const fieldsOf = ({ kind, index, subIndex, isInbound, token, tokenId, counterparty, rawAmount }: Leg) => ({
    kind,
    index,
    subIndex,
    isInbound,
    token,
    tokenId,
    counterparty,
    rawAmount,
  });
  const ordered = [legs[2]!, legs[1]!, legs[0]!].map(fieldsOf);
  const read = await readPage();
  expect(read.transactions).toEqual([{ ...stored, legs: ordered, isCut: false }]);
  expect(read.syncStatuses.map(({ chain, balances, isScanned }) => [chain, balances?.blockNumber, isScanned])).toEqual([
    ["arb", undefined, true],
    ["base", undefined, true],
    ["eth", 5n, true],
  ]);
  expect(await findTransaction(db, "eth", hash(1))).toEqual(stored);
  expect(await findTransaction(db, "arb", hash(1))).toBeUndefined();
  expect(await findTransaction(db, "eth", hash(2))).toBeUndefined();
});

test("if only events are indexed, a transaction is built from its legs; a price of 0 is none", async () => {
  const at = block(5);
  await append(db, "eth", [{ ...at, legs: [leg(at)] }]);
  await writePricePoints(db, "eth", [
    { token: coin, timeAt: START - 600, usd: 1_900 },
    { token: coin, timeAt: START, usd: 0 },
  ]);
  expect((await readPage()).transactions).toMatchObject([
    {
      hash: hash(1),
      sender: undefined,
      input: undefined,
      rawValue: undefined,
      isInputCut: false,
      feeUsdPrice: undefined,
    },
  ]);
});

test("transactions after the block of the balances are not returned", async () => {
  const blocks = [block(1), block(2)].map((at, n) => ({ ...at, legs: [leg(at, { txHash: hash(n) })] }));
  await append(db, "eth", blocks);
  await advanceChain(db, "eth", { balances: blocks[0]! });
  for (const before of [undefined, START + 100]) {
    expect((await readPage({ before })).transactions.map(({ blockNumber }) => blockNumber)).toEqual([1n]);
  }
});

test("filtered by a token: its movements, and approvals of its whole collection", async () => {
  const at = block(1);
  const approval = leg(at, {
    kind: LegKind.operatorApproval,
    token: punks,
    isInbound: false,
    txHash: hash(2),
    txIndex: 1,
  });
  await append(db, "eth", [{ ...at, legs: [leg(at)] }]);
  await copyLegs(db, "eth", [approval]);
  const { blockNumber, timeAt } = at;
  await upsertOperatorApprovals(db, "eth", [{ owner: alice, contract: punks, operator: bob, blockNumber, timeAt }]);
  const list = async (tokens: Address[]) =>
    (await readPage({ tokens: new Map([["eth", tokens]]) })).transactions.map(({ hash: it }) => it);
  expect(await list([usdc])).toEqual([hash(1)]);
  expect(await list([punks])).toEqual([hash(2)]);
  expect(await list([usdc, punks])).toEqual([hash(2), hash(1)]);
  expect(await list([dai])).toEqual([]);
});

test("of a transaction with more legs than fit a page, the last of the most frequent kind are omitted", async () => {
  const at = block(1);
  const airdrop = Array.from({ length: LEGS_MAX + 5 }, (_, subIndex) => leg(at, { subIndex }));
  const coins = leg(at, { kind: LegKind.native, token: coin });
  const other = { txIndex: 1, txHash: hash(2) };
  const others = [leg(at, other), leg(at, { ...other, index: 1 })];
  await append(db, "eth", [{ ...at, legs: [...airdrop, coins, ...others] }]);
  const { transactions } = await readPage();
  expect(transactions.map(({ hash: it, isCut, legs }) => [it, isCut, legs.length])).toEqual([
    [hash(2), false, 2],
    [hash(1), true, LEGS_MAX - 2],
  ]);
  const { legs } = transactions[1]!;
  expect(legs.at(-1)).toMatchObject({ kind: LegKind.native });
  expect(legs.slice(0, -1).map(({ subIndex }) => subIndex)).toEqual(Array.from({ length: LEGS_MAX - 3 }, (_, n) => n));
});
