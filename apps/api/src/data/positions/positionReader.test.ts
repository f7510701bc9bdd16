import { getChain, type Address } from "@portico/evm";
import type { Adapter, Deployed, Position } from "@portico/protocols";
import { copyBlocks, ensureChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPositionReader, type ReadJob } from "./positionReader.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

const at = (digit: string, blockNumber: bigint) => ({
  blockNumber,
  hash: `0x${digit.repeat(64)}` as const,
  timeAt: 1000 + Number(blockNumber) * 12,
});
const FIRST = at("1", 1n);
const SECOND = at("2", 2n);
const synced = (block: typeof FIRST) => ({ chain: getChain("eth"), since: 0n, ...block });
const TOKEN: Address = `0x${"70".repeat(20)}`;
const owner = (n: number): Address => `0x${n.toString(16).padStart(40, "a")}`;

beforeAll(async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await copyBlocks(db, "eth", [FIRST, SECOND]);
});

/** A protocol that answers when it is told to, and counts how often it was asked. */
function createBank() {
  const { promise, resolve } = Promise.withResolvers<Position[]>();
  const listPositions = vi.fn<NonNullable<Adapter["listPositions"]>>(() => promise);
  const adapter = { id: "bank", name: "Bank", siteUrl: "", category: "vault", deployments: {}, listPositions } as const;
  const deployed: Deployed = { id: "bank", chain: "eth", adapter, contracts: {}, signals: {}, addresses: new Set() };
  const jobOf = (n: number, isUrgent = true): ReadJob => ({
    query: { deployed, owner: owner(n), receipts: [], nfts: new Map(), touches: [] },
    isCounted: true,
    isUrgent,
  });
  const supplies = [{ token: TOKEN, rawAmount: 5n }];
  const pay = () => resolve([{ name: "Deposit", pool: { controller: TOKEN }, detail: { type: "common", supplies } }]);
  return { jobOf, listPositions, pay };
}

const create = (mostAtOnce?: number) =>
  createPositionReader({
    db,
    rpcUrls: new Map([["eth", ["http://127.0.0.1:9"]]]),
    isTokenKnown: () => false,
    onError: (error) => expect.unreachable(String(error)),
    ...(mostAtOnce !== undefined && { mostAtOnce }),
  });

test("what is read is stored with its tokens, which the indexer is to name", async () => {
  const { jobOf, pay } = createBank();
  const reader = create();
  const [outcome] = reader.read(synced(FIRST), [jobOf(1)]);
  pay();
  expect(await outcome).toMatchObject({ record: { positions: [{ name: "Deposit" }] }, blockNumber: 1n });
  await reader.idle();
  expect(await db.selectFrom("position_point").select("amounts").execute()).toEqual([{ amounts: { [TOKEN]: "5" } }]);
  expect(await db.selectFrom("token").select(["symbol", "metadata_block"]).execute()).toEqual([
    { symbol: null, metadata_block: null },
  ]);
});

test("the same is read once at a block; at another one only for who waits for it", async () => {
  const { jobOf, listPositions, pay } = createBank();
  const reader = create();
  const outcomes = [
    ...reader.read(synced(FIRST), [jobOf(2)]),
    ...reader.read(synced(FIRST), [jobOf(2)]),
    ...reader.read(synced(SECOND), [jobOf(2, false)]),
  ];
  expect(listPositions).toHaveBeenCalledTimes(1);
  outcomes.push(...reader.read(synced(SECOND), [jobOf(2)]));
  expect(listPositions).toHaveBeenCalledTimes(2);
  pay();
  await Promise.all(outcomes);
  await reader.idle();
  const [row] = await db
    .selectFrom("position_read")
    .select("block_number")
    .where("owner", "=", `\\x${owner(2).slice(2)}`)
    .execute();
  expect(row).toEqual({ block_number: 2n });
});

test("who comes when too many are read finds the node too busy, and later not", async () => {
  const { jobOf, pay } = createBank();
  const reader = create(1);
  const [first] = reader.read(synced(FIRST), [jobOf(3)]);
  const [second] = reader.read(synced(FIRST), [jobOf(4)]);
  expect(await second).toEqual({ fault: "node" });
  pay();
  await first;
  await reader.idle();
  expect(await reader.read(synced(FIRST), [jobOf(4)])[0]).toHaveProperty("record");
  await reader.idle();
});

test("a chain that has no node is never asked", async () => {
  const { jobOf, listPositions } = createBank();
  const reader = createPositionReader({ db, rpcUrls: new Map(), isTokenKnown: () => true, onError: () => undefined });
  expect(reader.reaches("eth")).toBe(false);
  expect(await reader.read(synced(FIRST), [jobOf(5)])[0]).toEqual({ fault: "node" });
  expect(listPositions).not.toHaveBeenCalled();
});
