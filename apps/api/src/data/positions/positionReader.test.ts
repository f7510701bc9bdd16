import { getChain, type Address } from "@portico/evm";
import type { Adapter, Deployed, Position } from "@portico/protocols";
import { copyBlocks, ensureChainState, unknownToken } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createChainRpcs } from "../chains/chainRpcs.ts";
import { ChainTokens } from "../tokens/chainTokens.ts";
import { createPositionReader, type PositionReaderOptions, type ReadJob } from "./positionReader.ts";

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
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await copyBlocks(db, "base", [FIRST]);
});

/** A protocol that responds on command, and counts its reads. */
function createBank(id = "bank") {
  const { promise, resolve } = Promise.withResolvers<Position[]>();
  const listPositions = vi.fn<NonNullable<Adapter["listPositions"]>>(() => promise);
  const adapter = { id, name: "Bank", siteUrl: "", category: "vault", deployments: {}, listPositions } as const;
  const deployed: Deployed = { id, chain: "eth", adapter, contracts: {}, signals: {}, addresses: new Set() };
  const jobOf = (n: number, isUrgent = true, stateKey = "none"): ReadJob => ({
    query: { deployed, owner: owner(n), receipts: [], nfts: new Map(), interactions: [] },
    stateKey,
    isCounted: true,
    isUrgent,
  });
  const supplies = [{ token: TOKEN, rawAmount: 5n }];
  const pay = () => resolve([{ name: "Deposit", pool: { controller: TOKEN }, detail: { type: "common", supplies } }]);
  return { jobOf, listPositions, pay, resolve };
}

const priced = new ChainTokens(getChain("eth"));
priced.put({ ...unknownToken("eth", TOKEN), symbol: "USDC", decimals: 0 }, { usd: 2, timeAt: 1 });

const create = (maxConcurrent?: number, find: PositionReaderOptions["tokens"]["find"] = () => undefined) =>
  createPositionReader({
    db,
    chainRpcs: createChainRpcs(new Map(["eth", "base"].map((chain) => [chain, ["http://127.0.0.1:9"]]))),
    tokens: { find },
    onError: (error) => expect.unreachable(String(error)),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
  });

test("positions are stored with their tokens, whose metadata the indexer is to read", async () => {
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

test("a curve has no position whose debts exceed its assets, in a market that nobody admitted", async () => {
  const lends = (rawAmount: bigint, owed: bigint, isUnlisted?: true): Position => ({
    name: "Lending",
    pool: { controller: TOKEN },
    detail: {
      type: "lending",
      supplies: [{ token: TOKEN, rawAmount }],
      borrows: [{ token: TOKEN, rawAmount: owed }],
      healthRate: null,
    },
    ...(isUnlisted && { isUnlisted }),
  });
  const reader = create(undefined, (_chain, token) => priced.find(token));
  const bank = createBank("lender");
  const [outcome] = reader.read(synced(FIRST), [bank.jobOf(20)]);
  bank.resolve([lends(100n, 101n, true), lends(20n, 15n, true), lends(1n, 2n)]);
  expect(await outcome).toMatchObject({ record: { positions: [{}, {}, {}] } });
  await reader.idle();
  const points = db.selectFrom("position_point").select("amounts").where("protocol_id", "=", "lender");
  expect(await points.execute()).toEqual([{ amounts: { [TOKEN]: "4" } }]);
});

test("equal requests at a block are read once; at another block only for a waiting request", async () => {
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

test("beyond the limit of reads a request finds the node busy, and later not", async () => {
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

test("a chain at its limit does not block others", async () => {
  const [bank, other] = [createBank(), createBank("other")];
  const reader = create(1);
  const outcomes = reader.read(synced(FIRST), [bank.jobOf(6)]);
  outcomes.push(...reader.read({ ...synced(FIRST), chain: getChain("base") }, [other.jobOf(6)]));
  other.pay();
  expect(await outcomes[1]).toHaveProperty("record");
  bank.pay();
  await reader.idle();
});

test("a request with more facts about an owner does not use a read with fewer", async () => {
  const { jobOf, listPositions, pay } = createBank();
  const reader = create();
  const outcomes = [jobOf(7), jobOf(7, true, "more"), jobOf(7, true, "more")].flatMap((job) =>
    reader.read(synced(FIRST), [job]),
  );
  expect(listPositions).toHaveBeenCalledTimes(2);
  pay();
  await Promise.all(outcomes);
  await reader.idle();
});

test("a request that looked at the store just before it was written still uses the result", async () => {
  const { jobOf, listPositions, pay } = createBank();
  const reader = create();
  pay();
  await reader.read(synced(FIRST), [jobOf(9)])[0];
  await reader.idle();
  expect(await reader.read(synced(FIRST), [jobOf(9)])[0]).toHaveProperty("record");
  expect(listPositions).toHaveBeenCalledTimes(1);
});

test("one protocol's result is stored while another one is slow", async () => {
  const [bank, slow] = [createBank(), createBank("slow")];
  const reader = create();
  const outcomes = reader.read(synced(FIRST), [bank.jobOf(8), slow.jobOf(8)]);
  bank.pay();
  const listStored = async () => {
    const query = db.selectFrom("position_read").select("protocol_id").orderBy("protocol_id");
    return (await query.where("owner", "=", `\\x${owner(8).slice(2)}`).execute()).map((row) => row.protocol_id);
  };
  await vi.waitFor(async () => expect(await listStored()).toEqual(["bank"]));
  slow.pay();
  await Promise.all(outcomes);
  await reader.idle();
  expect(await listStored()).toEqual(["bank", "slow"]);
});

test("a protocol that returns an invalid position fails alone", async () => {
  const [bank, broken] = [createBank(), createBank("broken")];
  broken.listPositions.mockResolvedValue([
    { name: "Deposit", pool: { controller: TOKEN }, detail: { type: "common" } },
  ] as never);
  bank.pay();
  const errors: string[] = [];
  const reader = createPositionReader({
    db,
    chainRpcs: createChainRpcs(new Map([["eth", ["http://127.0.0.1:9"]]])),
    tokens: { find: () => undefined },
    onError: (_error, { protocol = "" }) => errors.push(protocol),
  });
  const outcomes = await Promise.all(reader.read(synced(FIRST), [bank.jobOf(10), broken.jobOf(10)]));
  await reader.idle();
  expect(outcomes).toEqual([expect.objectContaining({ blockNumber: 1n }), { fault: "protocol" }]);
  expect(errors).toEqual(["broken"]);
});

test("a chain without a node is never read", async () => {
  const { jobOf, listPositions } = createBank();
  const reader = createPositionReader({
    db,
    chainRpcs: createChainRpcs(new Map()),
    tokens: { find: () => undefined },
    onError: () => undefined,
  });
  expect(reader.canReach("eth")).toBe(false);
  expect(await reader.read(synced(FIRST), [jobOf(5)])[0]).toEqual({ fault: "node" });
  expect(listPositions).not.toHaveBeenCalled();
});
