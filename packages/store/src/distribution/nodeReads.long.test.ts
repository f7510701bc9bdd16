import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readNftApprovals } from "../approvals/approvalNfts.ts";
import { upsertNftApprovals } from "../approvals/nftApprovals.ts";
import { upsertOperatorApprovals, writeOperatorApprovals } from "../approvals/operatorApprovals.ts";
import { advanceChain } from "../chains/chains.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { writeNftBalances } from "../nfts/nftBalances.ts";
import { describeNftContracts } from "../nfts/nftContracts.ts";
import { LegKind } from "../history/position.ts";
import { readOwnerNfts } from "../nfts/nftList.ts";
import { ensureNfts, writeNftOutcomes } from "../nfts/nftMetadata.ts";
import { insertSales } from "../nfts/nftSales.ts";
import { readCurve } from "../portfolio/readCurve.ts";
import { writePositionReads } from "../positions/positionReads.ts";
import { writePricePoints } from "../prices/pricePoints.ts";
import { rewindChain } from "../reorg/rewind.ts";
import {
  emptyEvents,
  listAllEvents,
  mine,
  openStreams,
  storeMined,
  toReplayed,
} from "../ownerEvents/testing/eventScene.ts";
import { address, append, CHAINS, coin, emptyHistory, hash, START, usdc } from "../testing/history.ts";
import { openNodes } from "../testing/openNodes.ts";
import { createTemplate, createTestDatabase, dropRun } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";

const CITUS_URL = process.env["CITUS_URL"];

/** Several on each shard. */
const owners = Array.from({ length: 16 }, (_, n) => address(0x2000 + n));
const [apes, items, market, bank] = [address(0xd1), address(0xd2), address(0xe1), address(0xe2)];
const LAST = 6;
const SECONDS = 12;
const refOf = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: START + SECONDS * n });

/** Movements, prices and a reading of positions, for curves. */
async function fillCurves(db: Store): Promise<void> {
  const blocks = Array.from({ length: LAST }, (_, n) => ({
    ...refOf(n + 1),
    transactions: [],
    legs: owners.map((owner, txIndex) => ({
      owner,
      blockNumber: BigInt(n + 1),
      txIndex,
      txHash: hash(1000 * n + txIndex),
      timeAt: refOf(n + 1).timeAt,
      kind: LegKind.token,
      index: txIndex,
      subIndex: 0,
      isInbound: n % 3 !== 2,
      token: usdc,
      counterparty: coin,
      rawAmount: BigInt(1 + txIndex + n),
    })),
  }));
  await append(db, "eth", blocks);
  await advanceChain(db, "base", { logs: refOf(2), balances: refOf(2) });
  const prices = [0, 2, 5].map((n) => ({ token: usdc, timeAt: refOf(n).timeAt, usd: 1 + n / 10 }));
  await writePricePoints(db, "eth", prices);
  const { blockNumber, hash: blockHash, timeAt } = refOf(4);
  const read = { chain: "eth", protocolId: "aave3", blockNumber, blockHash, timeAt, text: "[]" };
  await writePositionReads(
    db,
    owners.map((owner, n) => ({ ...read, owner, amounts: { [usdc]: String(100 + n) } })),
  );
}

/** NFTs on two chains, some with metadata and sales, and approvals of single ones and of whole collections. */
async function fillNfts(db: Store): Promise<void> {
  for (const chain of ["eth", "base"]) {
    const nfts = owners.flatMap((owner, n) => [
      { owner, contract: apes, tokenId: BigInt(n), isErc1155: false, rawAmount: 1n },
      { owner, contract: apes, tokenId: BigInt(1000 + n), isErc1155: false, rawAmount: n % 2 === 0 ? 1n : 0n },
      { owner, contract: items, tokenId: 2n ** 255n, isErc1155: true, rawAmount: BigInt(5 + n) },
    ]);
    await writeNftBalances(db, chain, 5n, nfts);
    await describeNftContracts(db, chain, 5n, [
      { address: apes, isErc1155: false, name: "Apes", symbol: "APE" },
      { address: items, isErc1155: true, name: "Items", symbol: null },
    ]);
    await ensureNfts(db, chain, nfts.slice(0, 9));
    const metadata = {
      name: "Ape",
      description: "big",
      contentType: "image_url",
      content: "ipfs://x",
      thumbnailUrl: null,
    };
    const outcomes = nfts.slice(0, 6).map(({ contract, tokenId }) => ({
      contract,
      tokenId,
      uri: "ipfs://y",
      kind: "fetched" as const,
      metadata: { ...metadata, attributes: [] },
    }));
    await writeNftOutcomes(db, chain, [
      ...new Map(outcomes.map((one) => [`${one.contract}${one.tokenId}`, one])).values(),
    ]);
    const sale = { blockNumber: 4n, position: 1n, payToken: usdc, rawAmount: 7n, txHash: hash(9), timeAt: START };
    await insertSales(db, chain, [
      { ...sale, contract: apes, tokenId: 1n },
      { ...sale, contract: items, tokenId: 2n ** 255n },
    ]);
    const change = { blockNumber: 5n, timeAt: START + 60 };
    await upsertNftApprovals(
      db,
      chain,
      nfts
        .filter(({ isErc1155 }) => !isErc1155)
        .map(({ owner, contract, tokenId }) => ({
          ...change,
          owner,
          contract,
          tokenId,
          spender: market,
        })),
    );
    const operators = owners.flatMap((owner, n) =>
      [apes, items].map((contract, nth) => ({
        owner,
        contract,
        operator: bank,
        blockNumber: BigInt(1 + nth),
        timeAt: START + n,
      })),
    );
    await upsertOperatorApprovals(db, chain, operators);
    await writeOperatorApprovals(
      db,
      chain,
      5n,
      operators.map((key, n) => ({ ...key, isApproved: n % 3 !== 0 })),
    );
    await upsertContracts(db, chain, [
      { address: market, creator: bank, blockNumber: 1n, txHash: hash(1), timeAt: START },
    ]);
  }
  const listed = { name: "Apes", symbol: "APE", decimals: 0, logoUrl: "https://e.com/a.png", isCore: true };
  await applyTokenList(db, "eth", [{ ...listed, address: apes }]);
}

/** Everything that these reads say of all owners. */
async function readAll(db: Store) {
  const all = [];
  const blocks = new Map([["eth", refOf(3)]]);
  const balances = [{ chain: "eth", token: usdc, rawAmount: 9n }];
  for (const owner of owners) {
    const curve = { owner, chains: CHAINS, step: SECONDS, count: 5 };
    all.push({
      nfts: await readOwnerNfts(db, { owner, chains: CHAINS }),
      verified: await readOwnerNfts(db, { owner, chains: CHAINS, isVerifiedOnly: true }),
      none: await readOwnerNfts(db, { owner, chains: [] }),
      approvals: await readNftApprovals(db, { owner, chain: "eth", limit: 10 }),
      onePerChain: await readNftApprovals(db, { owner, chain: "base", limit: 1 }),
      ofNoChain: await readNftApprovals(db, { owner, chain: "odd", limit: 1 }),
      curve: inOrder(await readCurve(db, curve)),
      past: inOrder(await readCurve(db, { ...curve, past: { blocks, balances } })),
    });
  }
  return all;
}

/** Lists that are read in any order. */
const inOrder = ({ tokens, positionPoints, ...curve }: Awaited<ReturnType<typeof readCurve>>) => ({
  ...curve,
  positionPoints: positionPoints.toSorted((a, b) => a.timeAt - b.timeAt),
  tokens: tokens.map(({ moves, prices, ...token }) => ({
    ...token,
    moves: moves.toSorted((a, b) => a.step - b.step),
    prices: prices.toSorted((a, b) => a.step - b.step),
  })),
});

describe.runIf(CITUS_URL !== undefined)("on Citus", () => {
  const serverUrl = CITUS_URL ?? "";
  let template: string;
  let citus: TestDatabase;
  let plain: TestDatabase;

  beforeAll(async () => {
    template = await createTemplate(serverUrl);
    citus = await createTestDatabase({ serverUrl, template });
    plain = await createTestDatabase();
    for (const { db } of [plain, citus]) {
      await emptyHistory(db);
      await fillCurves(db);
      await fillNfts(db);
    }
  }, 300_000);
  afterAll(async () => {
    await citus.drop();
    await plain.drop();
    await dropRun(serverUrl, template);
  });

  test("NFTs, their approvals and curves are read from nodes as on one server, through the coordinator as well", async () => {
    const expected = await readAll(plain.db);
    for (const { nfts, verified, approvals, curve, past } of expected) {
      expect(nfts.nfts.length).toBeGreaterThan(verified.nfts.length);
      expect(verified.nfts.length).toBeGreaterThan(0);
      expect(approvals.approvals.length).toBeGreaterThan(0);
      expect(curve.tokens[0]?.moves.length).toBeGreaterThan(1);
      expect(curve.positionPoints.length).toBeGreaterThan(0);
      expect(past.timeAt).toBe(refOf(3).timeAt);
    }
    expect(await readAll(citus.db)).toEqual(expected);
    const nodes = await openNodes(citus);
    try {
      expect(await readAll(nodes.db)).toEqual(expected);
      expect(nodes.missed()).toBe(0);
      const reads = nodes.figures().reduce((sum, figures) => sum + figures.reads, 0);
      expect(reads).toBe(owners.length * Object.keys(expected[0]!).length);
    } finally {
      await nodes.close();
    }
  });

  test("events of followed owners are written, and taken back, as on one server", async () => {
    const followed = owners.slice(0, 5);
    const written = [];
    for (const { db } of [plain, citus]) {
      await emptyEvents(db);
      await storeMined(db, [mine(1, 0, owners)], undefined);
      await openStreams(db, followed);
      await storeMined(db, [mine(2, 0, owners), mine(3, 0, followed)], mine(1, 0, []));
      await inTransaction(db, (tx) => rewindChain(tx, "eth", mine(2, 0, [])));
      await storeMined(db, [mine(3, 1, owners)], mine(2, 0, []));
      written.push(await Promise.all(owners.map(async (owner) => (await listAllEvents(db, owner)).map(toReplayed))));
    }
    expect(written[1]).toEqual(written[0]);
    expect(written[1]?.map((events) => events.length)).toEqual(owners.map((_, n) => (n < followed.length ? 4 : 0)));
  });
});
