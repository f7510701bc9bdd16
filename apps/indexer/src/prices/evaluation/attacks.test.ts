import { NATIVE_TOKEN, toAmount } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  getPoolAddress,
  listPools,
  listTokens as listDevnetTokens,
  startDevnet,
  uniswapV2Deployments,
  v2PairAbi,
  v3PoolAbi,
} from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { listBalances, listPrices, listPriceSources, listTokens } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { erc20Abi, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toLowerCase } from "../../testing/compare.ts";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { createAttacker } from "../testing/attacker.ts";
import type { Attacker } from "../testing/attacker.ts";
import { compileAttacks } from "../testing/compileAttacks.ts";
import { createMarketMaker } from "../testing/marketMaker.ts";
import type { MarketMaker } from "../testing/marketMaker.ts";

const { factory } = uniswapV2Deployments.eth;
const WETH = listDevnetTokens("eth").find(({ symbol }) => symbol === "WETH")!.address;
const wethAbi = parseAbi(["function deposit() payable"]);
/** Flash loans come from the deepest pool of all. */
const lender = getPoolAddress(
  "eth",
  listPools("eth", "v3").find(({ fee }) => fee === 500)!,
);
const [HALF_AN_HOUR, A_BLOCK] = [1800, 12]; // s
const ONE_PERCENT = 0.01;

const contracts = compileAttacks();
let devnet: Devnet;
let database: TestDatabase;
let attacker: Attacker;
let maker: MarketMaker;

const deploy = (name: string, supply: bigint): Promise<Address> =>
  attacker.deploy(contracts.Coin, [name, name, supply]);

async function getPrices(): Promise<Map<Address, number>> {
  await syncToHead(database.db, listDevnetChains(devnet));
  return new Map((await listPrices(database.db, ["eth"])).map(({ token, usd }) => [token, usd]));
}

/** An owner's total worth, US dollars: the sum of amounts times prices. */
async function getTotal(owner: Address): Promise<number> {
  const [prices, balances, tokens] = [
    await getPrices(),
    await listBalances(database.db, toLowerCase(owner), ["eth"]),
    await listTokens(database.db, ["eth"]),
  ];
  const decimals = new Map(tokens.map((token) => [token.address, token.decimals]));
  const value = (token: Address, rawAmount: bigint): number => {
    const usd = prices.get(token);
    return usd === undefined ? 0 : usd * toAmount(rawAmount, decimals.get(token) ?? 0);
  };
  return balances.reduce((sum, { token, rawAmount }) => sum + value(token, rawAmount), 0);
}

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 19, size: { people: 4, transactions: 60, days: 2 } }),
    createTestDatabase(),
  ]);
  attacker = await createAttacker(devnet.chains.eth!.rpcUrl);
  maker = createMarketMaker(attacker);
  await attacker.send(WETH, wethAbi, "deposit", [], parseEther("100000"));
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

const isFirst = async (pool: Address, token: Address): Promise<boolean> =>
  toLowerCase(await attacker.read<Address>(pool, v2PairAbi, "token0")) === toLowerCase(token);

describe("a token with an honest pool", () => {
  /** A V2 pair and a V3 pool, each initially at 1,000 tokens to the coin. */
  let [paired, pooled, pair, pool]: Address[] = [];
  let before: Map<Address, number>;

  beforeAll(async () => {
    [paired, pooled] = [await deploy("Paired", parseEther("1000000")), await deploy("Pooled", parseEther("1000000"))];
    pair = await maker.addPair([paired, WETH], [parseEther("400000"), parseEther("400")]);
    pool = await maker.addPool([pooled, WETH], [parseEther("400000"), parseEther("400")]);
    await getPrices(); // the indexer reads the pool's balances
  });

  beforeEach(async () => {
    await attacker.pass(HALF_AN_HOUR);
    before = await getPrices();
  });

  /** Relative changes of the prices. */
  const listMoves = async (): Promise<number[]> => {
    const after = await getPrices();
    return [paired, pooled].map((token) => after.get(toLowerCase(token!))! / before.get(toLowerCase(token!))! - 1);
  };
  const getLargestMove = async (): Promise<number> => Math.max(...(await listMoves()).map(Math.abs));
  /** Coins for one token, by the pools' spot prices. */
  const listSpots = async (): Promise<number[]> => {
    const [reserves, [root]] = await Promise.all([
      attacker.read<readonly [bigint, bigint]>(pair!, v2PairAbi, "getReserves"),
      attacker.read<readonly [bigint]>(pool!, v3PoolAbi, "slot0"),
    ]);
    return toSpots(reserves, root);
  };
  const toSpots = async ([reserve0, reserve1]: readonly [bigint, bigint], root: bigint): Promise<number[]> => {
    const ratio = Number(reserve0) / Number(reserve1);
    const squared = (Number(root) / 2 ** 96) ** 2;
    return [(await isFirst(pair!, WETH)) ? ratio : 1 / ratio, (await isFirst(pool!, WETH)) ? 1 / squared : squared];
  };
  const buyWith = (coins: string) => [
    () => maker.swapInPair([WETH, paired!], parseEther(coins)),
    () => maker.swapInPool([WETH, pooled!], parseEther(coins)),
  ];
  const sell = (amount: string) => [
    () => maker.swapInPair([paired!, WETH], parseEther(amount)),
    () => maker.swapInPool([pooled!, WETH], parseEther(amount)),
  ];

  test("has its pool's price while it is not traded", () => {
    const coin = before.get(NATIVE_TOKEN)!;
    for (const token of [paired, pooled]) expect(before.get(toLowerCase(token!))! * 1000).toBeCloseTo(coin, 6);
  });

  test("keeps it to the last digit after one large swap at the head", async () => {
    await attacker.inOneBlock(buyWith("2000"));
    for (const spot of await listSpots()) expect(spot).toBeGreaterThan(0.03);
    expect(await listMoves()).toEqual([0, 0]);
    await attacker.inOneBlock(sell("333000"));
    for (const spot of await listSpots()) expect(spot).toBeCloseTo(0.001, 4);
  });

  test("keeps it when its price is doubled until the next block", async () => {
    await attacker.inOneBlock(buyWith("180"));
    for (const spot of await listSpots()) expect(spot).toBeGreaterThan(0.0018);
    await attacker.inOneBlock(sell("120000"));
    expect(await getLargestMove()).toBeLessThan(ONE_PERCENT);
  });

  test("keeps it when it is bought up and sold again within a block", async () => {
    await attacker.inOneBlock([...buyWith("2000"), ...sell("333000")]);
    await attacker.pass(A_BLOCK);
    expect(await getLargestMove()).toBeLessThan(ONE_PERCENT);
  });

  test("keeps it when both are done in one call, with borrowed coins", async () => {
    const raider = await attacker.deploy(contracts.Raider, []);
    await attacker.send(WETH, erc20Abi, "transfer", [raider, parseEther("100")]);
    await attacker.send(raider, contracts.Raider.abi, "raid", [lender, pair, pool, WETH, parseEther("4000")]);
    const [reserve0, reserve1, root] = await Promise.all(
      ["reserve0", "reserve1", "root"].map((name) => attacker.read<bigint>(raider, contracts.Raider.abi, name)),
    );
    for (const spot of await toSpots([reserve0!, reserve1!], root!)) expect(spot).toBeGreaterThan(0.03);
    await attacker.pass(A_BLOCK);
    expect(await getLargestMove()).toBeLessThan(ONE_PERCENT);
  });

  test("keeps it when its own pair lends most of it for a call", async () => {
    const raider = await attacker.deploy(contracts.Raider, []);
    await attacker.send(paired!, erc20Abi, "transfer", [raider, parseEther("10000")]);
    await attacker.send(raider, contracts.Raider.abi, "borrowFrom", [pair, paired, parseEther("350000")]);
    await attacker.pass(A_BLOCK);
    expect(await getLargestMove()).toBeLessThan(ONE_PERCENT);
  });
});

describe("a worthless token", () => {
  const tokens = new Map<string, Address>();
  let falsePool: Address;
  let totals: number[];
  const owners = (): readonly Address[] => devnet.users;

  /** Deploys a token with a pair that holds a million of it and these coins. */
  async function addWithPair(name: string, supply: bigint, coins: string): Promise<void> {
    const token = await deploy(name, supply);
    tokens.set(name, token);
    await maker.addPair([token, WETH], [parseEther("1000000"), parseEther(coins)]);
  }

  /** A token's pairs with eleven others, whose prices all come from one pair that holds 50,000 USD of the coin. */
  async function addThroughOthers(name: string): Promise<void> {
    const [token, root] = [await deploy(name, parseEther("1000000")), await deploy("Root", parseEther("1000000"))];
    tokens.set(name, token);
    await maker.addPair([root, WETH], [parseEther("50000"), parseEther("13.8")]);
    for (let count = 0; count < 11; count++) {
      const between = await deploy("Between", parseEther("200000"));
      await maker.addPair([root, between], [parseEther("50000"), parseEther("50000")]);
      await maker.addPair([between, token], [parseEther("50000"), parseEther("50")]); // 1,000 USD
      tokens.set("Between", between);
    }
  }

  beforeAll(async () => {
    await attacker.pass(HALF_AN_HOUR);
    totals = await listTotals();
    for (const name of ["First fake", "Second fake"]) tokens.set(name, await deploy(name, parseEther("10000000")));
    const fakes = [tokens.get("First fake")!, tokens.get("Second fake")!] as const;
    await maker.addPair(fakes, [parseEther("1000000"), parseEther("1000000")]);
    await maker.addPool(fakes, [parseEther("1000000"), parseEther("1000000")]);
    await maker.swapInPool(fakes, parseEther("1"));
    falsePool = await attacker.deploy(contracts.FalsePool, [fakes[0], WETH, factory]);
    await attacker.send(falsePool, contracts.FalsePool.abi, "sync", [parseEther("1000"), parseEther("100000")]);
    await attacker.send(falsePool, contracts.FalsePool.abi, "swap", [2n ** 96n, parseEther("100000")]);

    await addWithPair("Huge with a dollar", 10n ** 30n, "0.000276");
    await addWithPair("Huge with 20,000 dollars", 10n ** 30n, "2.76");
    await addWithPair("Huger with 20,000 dollars", 10n ** 48n, "2.76");
    await addWithPair("Small with 20,000 dollars", parseEther("2000000"), "2.76");
    await addWithPair("Spam", parseEther("1000000000000"), "2.76");
    await addThroughOthers("Huge through others");
    const spam = tokens.get("Spam")!;
    await attacker.send(spam, contracts.Coin.abi, "give", [owners(), parseEther("10000000000")]);
    await attacker.pass(HALF_AN_HOUR);
  });

  async function listTotals(): Promise<number[]> {
    const found: number[] = [];
    for (const owner of owners()) found.push(await getTotal(owner));
    return found;
  }

  test("with a pair and a pool with another fake has no price", async () => {
    const prices = await getPrices();
    expect(prices.get(toLowerCase(tokens.get("First fake")!))).toBeUndefined();
    expect(prices.get(toLowerCase(tokens.get("Second fake")!))).toBeUndefined();
  });

  test("with a contract that imitates a pool of the real factory has none: the factory doesn't list it", async () => {
    await getPrices();
    const sources = await listPriceSources(database.db, "eth");
    expect(sources.find(({ address }) => address === toLowerCase(falsePool))).toMatchObject({ kind: "none" });
  });

  test.each([
    "Huge with a dollar",
    "Huge with 20,000 dollars",
    "Huger with 20,000 dollars",
    "Huge through others",
    "Spam",
  ])("%s has no price", async (name) => {
    expect((await getPrices()).get(toLowerCase(tokens.get(name)!))).toBeUndefined();
  });

  test("unlike those between it and the coin", async () => {
    const prices = await getPrices();
    const usd = prices.get(toLowerCase(tokens.get("Between")!));
    expect(usd! / ((prices.get(NATIVE_TOKEN)! * 13.8) / 50_000)).toBeCloseTo(1, 12);
  });

  test("unlike one whose supply is not more than can be sold", async () => {
    const prices = await getPrices();
    const usd = prices.get(toLowerCase(tokens.get("Small with 20,000 dollars")!));
    expect(usd! / ((prices.get(NATIVE_TOKEN)! * 2.76) / 1e6)).toBeCloseTo(1, 12);
  });

  test("changes no total when it is sent to everyone", async () => {
    const spam = toLowerCase(tokens.get("Spam")!);
    const after = await listTotals();
    for (const [index, owner] of owners().entries()) {
      const balances = await listBalances(database.db, toLowerCase(owner), ["eth"]);
      expect(balances.find(({ token }) => token === spam)?.rawAmount).toBe(parseEther("10000000000"));
      expect(totals[index]).toBeGreaterThan(0);
      expect(after[index]! / totals[index]!).toBeCloseTo(1, 12);
    }
  });
});
