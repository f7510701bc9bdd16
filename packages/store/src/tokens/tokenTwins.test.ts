import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { countStale, takeStale } from "../balances/staleBalances.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import { inTransaction } from "../database/database.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { readHistory } from "../history/readHistory.ts";
import { writePricePoints } from "../prices/pricePoints.ts";
import { readCurve } from "../portfolio/readCurve.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { activateTwin, addKnownTwins, addTwinSightings, listActiveTwins } from "./tokenTwins.ts";
import { listSharedHolders, listTwinCandidates, refuseTwin } from "./twinCandidates.ts";
import { upsertTokens } from "./tokenWrites.ts";
import { unknownToken } from "./token.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [owner, other, NEW, OLD] = [address(0xa), address(0xb), address(0x42), address(0xcb)];
const START = 1_700_000_000;
const refOf = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: START + 300 * n });
const PAIR = { token: OLD, twin: NEW };

/** Both log a movement of 5 in block 2; the old one alone logged one of 3 in block 1. */
beforeEach(async () => {
  await sql`truncate chain_state, block, leg, balance, stale_balance, token, price_point`.execute(db);
  await sql`delete from token_twin where not is_known`.execute(db);
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await copyBlocks(db, "base", [0, 1, 2, 3].map(refOf));
  await advanceChain(db, "base", { logs: refOf(3), balances: refOf(3) });
  const shared = { kind: LegKind.token, txIndex: 0, isInbound: true, counterparty: other, owner };
  const at = (n: number) => ({ blockNumber: BigInt(n), timeAt: refOf(n).timeAt, txHash: hash(n) });
  await copyLegs(db, "base", [
    { ...shared, ...at(1), index: 0, subIndex: 0, token: OLD, rawAmount: 3n },
    { ...shared, ...at(2), index: 0, subIndex: 1, token: NEW, rawAmount: 5n },
    { ...shared, ...at(2), index: 1, subIndex: 2, token: OLD, rawAmount: 5n },
  ]);
  await writeBalances(db, "base", 3n, [
    { owner, token: OLD, rawAmount: 8n },
    { owner, token: NEW, rawAmount: 8n },
    { owner: other, token: OLD, rawAmount: 9n },
  ]);
});

async function listHistory(): Promise<string[]> {
  const { transactions } = await readHistory(db, { owner, chains: ["base"], count: 10 });
  return transactions.flatMap(({ legs }) => legs.map(({ token, rawAmount }) => `${token.slice(-2)} ${rawAmount}`));
}

async function listCurve(): Promise<string[]> {
  for (const token of [OLD, NEW]) await writePricePoints(db, "base", [{ token, timeAt: START, usd: 1 }]);
  const { tokens } = await readCurve(db, { owner, chains: ["base"], step: 300, count: 4 });
  const moves = tokens.flatMap(({ token, moves: list }) => list.map((move) => `${token.slice(-2)} ${move.rawAmount}`));
  return moves.toSorted();
}

test("a twin that is left out loses the movements that both logged, in history and curves, and keeps its own", async () => {
  expect(await listHistory()).toEqual(["42 5", "cb 5", "cb 3"]);
  expect(await listCurve()).toEqual(["42 5", "cb 3", "cb 5"]);
  await activateTwin(db, "base", { ...PAIR, blockNumber: 3n });
  expect(await listHistory()).toEqual(["42 5", "cb 3"]);
  expect(await listCurve()).toEqual(["42 5", "cb 3"]);
});

test("a pair is withdrawn if the block where it was verified is removed, and its balances are read again", async () => {
  await addTwinSightings(db, "base", [{ ...PAIR, blockNumber: 2n, count: 3 }]);
  await activateTwin(db, "base", { ...PAIR, blockNumber: 3n });
  expect((await takeStale(db, "base", 9)).map(({ token }) => token)).toEqual([OLD, OLD]);
  await sql`truncate stale_balance`.execute(db);
  await inTransaction(db, (tx) => rewindChain(tx, "base", refOf(2)));
  expect(await listActiveTwins(db, "base")).toEqual([]);
  expect(await countStale(db, "base")).toBe(3);
  expect(await listTwinCandidates(db, "base", 3)).toMatchObject([PAIR]);
  await inTransaction(db, (tx) => rewindChain(tx, "base", refOf(1)));
  expect(await listTwinCandidates(db, "base", 0)).toEqual([]);
});

test("candidates are those seen often enough, after a refusal twice as often, and never active ones", async () => {
  const see = (count: number) => addTwinSightings(db, "base", [{ ...PAIR, blockNumber: 2n, count }]);
  await see(2);
  expect(await listTwinCandidates(db, "base", 3)).toEqual([]);
  await see(1);
  await upsertTokens(db, [{ ...unknownToken("base", NEW), isVerified: true, timeAt: 7 }]);
  const [candidate] = await listTwinCandidates(db, "base", 3);
  expect(candidate).toEqual({ ...PAIR, sightings: 3n, isVerified: [false, true], timeAt: [null, 7] });
  await refuseTwin(db, "base", candidate!);
  await see(2);
  expect(await listTwinCandidates(db, "base", 3)).toEqual([]);
  await see(1);
  expect(await listTwinCandidates(db, "base", 3)).toHaveLength(1);
  await activateTwin(db, "base", { ...PAIR, blockNumber: 3n });
  expect(await listTwinCandidates(db, "base", 3)).toEqual([]);
});

test("shared holders have some of both", async () => {
  expect(await listSharedHolders(db, "base", PAIR, 3)).toEqual([owner]);
});

test("a known pair needs no proof, and stays in a reorganisation; its balances are read again once", async () => {
  await addTwinSightings(db, "base", [{ ...PAIR, blockNumber: 2n, count: 1 }]);
  await addKnownTwins(db, "base", [PAIR]);
  expect(await countStale(db, "base")).toBe(2);
  await sql`truncate stale_balance`.execute(db);
  await addKnownTwins(db, "base", [PAIR]);
  expect(await countStale(db, "base")).toBe(0);
  await inTransaction(db, (tx) => rewindChain(tx, "base", refOf(1)));
  expect(await listActiveTwins(db, "base")).toEqual([PAIR]);
  await sql`delete from token_twin where chain = 'base'`.execute(db);
});

test("the issuer's pairs are known from the start, with lower-case addresses", async () => {
  expect(await listActiveTwins(db, "xdai")).toEqual([
    {
      token: "0xcb444e90d8198415266c6a2724b7900fb12fc56e",
      twin: "0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430",
    },
  ]);
});
