import { NATIVE_TOKEN } from "@portico/evm";
import { HOSTILE_TOKEN, listTokens as listDevnetTokens, startDevnet } from "@portico/devnet";
import type { Devnet, DevnetChain } from "@portico/devnet";
import {
  advanceChain,
  countStale,
  ensureChainState,
  findToken,
  hasLegKey,
  LegKind,
  listBalances,
  listPrices,
  listTokens,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { testHeadPrices } from "./prices/testing/headPriceTests.ts";
import { compareWithChain, toLowerCase } from "./testing/compare.ts";
import { readContent } from "./testing/content.ts";
import { listDevnetChains, syncToHead } from "./testing/sync.ts";

let devnet: Devnet;
let database: TestDatabase;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ seed: 7, size: { people: 10, transactions: 300, days: 5 } }),
    createTestDatabase(),
  ]);
  await syncToHead(database.db, listDevnetChains(devnet));
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

const tokenOfKind = (chain: DevnetChain, kind: string) =>
  toLowerCase(listDevnetTokens(chain).find((token) => token.kind === kind)!.address);

describe.each(["eth", "base"] as const)("on %s", (chain) => {
  test("every balance of every account and token equals the chain's", async () => {
    const { rpcUrl, tokens } = devnet.chains[chain]!;
    const result = await compareWithChain(database.db, { chain, rpcUrl, owners: devnet.users, tokens });
    expect(result.differences).toEqual([]);
    expect(result.compared).toBe(devnet.users.length * (tokens.length + 1));
    expect(result.held).toBeGreaterThan(devnet.users.length);
  });

  test("contracts and the block producer are owners too", async () => {
    const owners = await database.db
      .selectFrom("balance")
      .select("owner")
      .distinct()
      .where("chain", "=", chain)
      .execute();
    const { rpcUrl, tokens } = devnet.chains[chain]!;
    const addresses = owners.map(({ owner }): `0x${string}` => `0x${owner.slice(2)}`);
    const result = await compareWithChain(database.db, { chain, rpcUrl, owners: addresses, tokens });
    expect(result.differences).toEqual([]);
  });

  test("no balance is left to be read", async () => {
    expect(await countStale(database.db, chain)).toBe(0);
  });

  test("tokens are described by their own contracts", async () => {
    const stored = await listTokens(database.db, [chain]);
    for (const { address, name, symbol, decimals, kind } of listDevnetTokens(chain)) {
      const token = stored.find((row) => row.address === toLowerCase(address));
      expect(token, `${symbol} (${kind})`).toMatchObject({ name, symbol, decimals, standard: "erc20" });
    }
    expect(stored.find(({ address }) => address === NATIVE_TOKEN)).toMatchObject({ symbol: "ETH", standard: "native" });
  });

  test("the native coin, its wrapper and tokens with a feed have prices", async () => {
    const prices = new Map((await listPrices(database.db, [chain])).map((price) => [price.token, price]));
    expect(prices.get(NATIVE_TOKEN)?.usd).toBeGreaterThan(100);
    expect(prices.get(tokenOfKind(chain, "weth"))).toMatchObject({
      usd: prices.get(NATIVE_TOKEN)?.usd,
      source: "wrapped",
    });
    const usdc = listDevnetTokens(chain).find(({ symbol }) => symbol === "USDC")!;
    expect(prices.get(toLowerCase(usdc.address))?.usd).toBeCloseTo(1, 1);
  });

  test("a hostile token's texts are treated as data", async () => {
    const token = await findToken(database.db, chain, toLowerCase(HOSTILE_TOKEN.address));
    expect(token).toMatchObject({ name: HOSTILE_TOKEN.name, symbol: HOSTILE_TOKEN.symbol, isVerified: false });
  });
});

test("legs add up to balances for honest tokens", async () => {
  const usdc = toLowerCase(listDevnetTokens("eth").find(({ symbol }) => symbol === "USDC")!.address);
  const rows = await database.db
    .selectFrom("leg")
    .select(["owner", "is_inbound", "raw_amount"])
    .where("chain", "=", "eth")
    .where("token", "=", `\\x${usdc.slice(2)}`)
    .where("kind", "=", LegKind.token)
    .execute();
  for (const user of devnet.users.map(toLowerCase)) {
    const mine = rows.filter(({ owner }) => owner === `\\x${user.slice(2)}`);
    const sum = mine.reduce((total, row) => total + (row.is_inbound ? 1n : -1n) * BigInt(row.raw_amount), 0n);
    const balances = await listBalances(database.db, user, ["eth"]);
    expect(balances.find(({ token }) => token === usdc)?.rawAmount ?? 0n).toBe(sum);
  }
});

test("a first backfill stores the same whether or not legs had their key meanwhile", async () => {
  const [kept, deferred] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const answered = { chain: "op", chainId: 10, startBlock: 0n };
    await ensureChainState(kept.db, answered);
    await advanceChain(kept.db, answered.chain, {
      balances: { blockNumber: 0n, hash: `0x${"00".repeat(32)}`, timeAt: 0 },
    });
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    const chains = listDevnetChains(devnet).filter(({ chain }) => chain === "eth");
    await syncToHead(kept.db, chains, { log });
    expect(lines.filter((line) => line.includes("legs have no key"))).toHaveLength(0);
    await syncToHead(deferred.db, chains, { log });
    expect(lines.filter((line) => line.includes("legs have no key"))).toHaveLength(1);
    await kept.db.deleteFrom("chain_state").where("chain", "=", answered.chain).execute();
    const [expected, found] = await Promise.all([readContent(kept.db), readContent(deferred.db)]);
    for (const [table, rows] of Object.entries(expected)) {
      if (table === "token") continue; // judged by side jobs
      expect(found[table]!.filter((row) => !rows.includes(row))).toEqual([]);
      expect(found[table]).toHaveLength(rows.length);
    }
    expect(await hasLegKey(deferred.db)).toBe(true);
  } finally {
    await Promise.all([kept.drop(), deferred.drop()]);
  }
});

describe("prices at the head", () => {
  testHeadPrices(() => ({ devnet, db: database.db }));
});
