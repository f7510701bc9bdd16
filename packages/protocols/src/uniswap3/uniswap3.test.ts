import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toSqrtPriceX96 } from "../families/sqrtPrice.ts";
import { uniswapV3Family } from "../families/uniswapV3.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { tokenAbi } from "../testing/tokens.ts";
import {
  readManager,
  collectV3,
  createV3Pool,
  deployUniswapV3,
  expectExact as expectV3Exact,
  fundV3,
  mintV3,
  swapV3,
  takeV3,
  v3PoolAbi,
} from "../testing/uniswapV3.ts";
import type { UniswapV3Lab } from "../testing/uniswapV3.ts";
import { uniswap3 } from "./uniswap3.ts";

const MINTER: Address = "0x00000000000000000000000000000000000a11ce";
const OWNER: Address = "0x0000000000000000000000000000000000000b0b";
const TRADER: Address = "0x000000000000000000000000000000000000ca41";
const UNIT = 10n ** 18n;
const FEE = 3000;

let lab: Lab;
let v3: UniswapV3Lab;
let pool: Address;

beforeAll(async () => {
  lab = await startLab("eth");
  v3 = await deployUniswapV3(lab, MINTER);
  for (const account of [OWNER, TRADER]) await fundV3(lab, v3, MINTER, account);
  pool = await createV3Pool(lab, v3, FEE, toSqrtPriceX96(0));
  await mintV3(lab, v3, { owner: MINTER, fee: FEE, range: [-887_220, 887_220], rawAmount: 1_000_000n * UNIT });
});
afterAll(() => lab.stop());

const listPositions = async (owner = OWNER) => {
  const { positions, stages } = await lab.listPositions(uniswap3, v3.contracts, owner);
  return { positions, stages };
};

const expectExact = (owner = OWNER) => expectV3Exact(lab, v3, { adapter: uniswap3, contracts: v3.contracts, owner });

type Action =
  | { kind: "mint"; owner: Address; range: number[]; rawAmount: bigint }
  | { kind: "swap"; side: 0 | 1; rawAmount: bigint }
  /** Moves the price to that of a tick, where ranges begin and end. */
  | { kind: "reach"; tick: number }
  | { kind: "take"; nth: number; part: bigint }
  | { kind: "collect"; nth: number };

async function act(action: Action): Promise<void> {
  if (action.kind === "mint") {
    const { owner, range, rawAmount } = action;
    const order = { owner, fee: FEE, range: [range[0] ?? 0, range[1] ?? 0] as const, rawAmount };
    return void (await mintV3(lab, v3, order).catch(refusedFor(/execution reverted/))); // too little for any liquidity
  }
  if (action.kind === "swap") return swapV3(lab, v3, TRADER, { ...action, fee: FEE });
  if (action.kind === "reach") return reachTick(action.tick);
  const { positions } = await listPositions();
  const tokenId = BigInt(positions[action.nth % Math.max(positions.length, 1)]?.positionIndex ?? 0);
  if (tokenId === 0n) return;
  const { fees, liquidity } = await readManager(lab, v3, OWNER, tokenId);
  if (action.kind === "collect") return fees.some((fee) => fee > 0n) ? collectV3(lab, v3, OWNER, tokenId) : undefined;
  const part = (liquidity * action.part) / 100n;
  if (part > 0n) await takeV3(lab, v3, OWNER, tokenId, part);
}

async function readPrice(): Promise<bigint> {
  const call = { address: pool, abi: v3PoolAbi, functionName: "slot0" } as const;
  return ((await lab.view(call)) as readonly [bigint])[0];
}

async function reachTick(tick: number): Promise<void> {
  const target = toSqrtPriceX96(tick);
  const price = await readPrice();
  if (price === target) return;
  const sell = { side: target < price ? (0 as const) : (1 as const), fee: FEE, rawAmount: 10n ** 26n };
  await swapV3(lab, v3, TRADER, { ...sell, sqrtPriceLimitX96: target });
}

const refusedFor =
  (reason: RegExp) =>
  (error: unknown): void => {
    if (!(error instanceof Error && reason.test(error.message))) throw error;
  };

describe("uniswap3", () => {
  it("shows ranges around, below and above the price, with the amounts that they return", async () => {
    const mint = (range: readonly [number, number]) =>
      mintV3(lab, v3, { owner: OWNER, fee: FEE, range, rawAmount: 1_000n * UNIT });
    const ids = [await mint([-6000, 6000]), await mint([-12_000, -6000]), await mint([60, 120])];
    const { positions, stages } = await listPositions();

    expect(positions.map(({ positionIndex }) => positionIndex)).toEqual(ids.map(String));
    expect(positions.map(({ name, pool: key }) => [name, key])).toEqual(
      ids.map(() => ["Liquidity Pool", { controller: pool }]),
    );
    const sums = positions.map(
      ({ detail }) => "supplies" in detail && detail.supplies?.map(({ rawAmount }) => rawAmount > 0n),
    );
    expect(sums).toEqual([
      [true, true],
      [false, true],
      [true, false],
    ]);
    const price = { tokens: [v3.tokens[0], v3.tokens[1]], sqrtPriceX96: await readPrice(), tick: 0, feePpm: FEE };
    expect(positions.map(({ range }) => range)).toEqual([
      { ...price, tickLower: -6000, tickUpper: 6000 },
      { ...price, tickLower: -12_000, tickUpper: -6000 },
      { ...price, tickLower: 60, tickUpper: 120 },
    ]);
    expect(stages).toBeLessThanOrEqual(3);
    expect((await listPositions()).stages).toBe(2); // the pool is cached
    await expectExact();
  });

  it("includes the fees of swaps that cross its ticks both ways", async () => {
    for (const [side, units] of [
      [0, 9_000n],
      [1, 40_000n],
      [0, 21_000n],
      [1, 7n],
    ] as const) {
      await swapV3(lab, v3, TRADER, { side, fee: FEE, rawAmount: units * UNIT });
      await expectExact();
    }
    const { positions } = await listPositions();
    const earning = positions.filter(({ detail }) => "rewards" in detail && (detail.rewards?.length ?? 0) > 0);
    expect(earning.length).toBeGreaterThan(1);
  });

  it("omits a closed position, but not one with fees owed", async () => {
    const { positions } = await listPositions();
    const tokenId = BigInt(positions[0]?.positionIndex ?? 0);
    await takeV3(lab, v3, OWNER, tokenId, (await readManager(lab, v3, OWNER, tokenId)).liquidity);
    const taken = (await listPositions()).positions.find(({ positionIndex }) => positionIndex === String(tokenId));
    expect(taken?.detail).toMatchObject({ supplies: [{ rawAmount: 0n }, { rawAmount: 0n }], rewards: [{}, {}] });
    await expectExact();

    await collectV3(lab, v3, OWNER, tokenId);
    expect((await listPositions()).positions.map(({ positionIndex }) => positionIndex)).not.toContain(String(tokenId));
  });

  it("is exact with the price on the first or last tick of a range, from either side", async () => {
    await mintV3(lab, v3, { owner: OWNER, fee: FEE, range: [-600, 600], rawAmount: 1_000n * UNIT });
    for (const tick of [-660, -600, -540, -600, 660, 600, 540, 600]) {
      await reachTick(tick);
      await expectExact();
    }
    expect(await readPrice()).toBe(toSqrtPriceX96(600));
  });

  it("reports no more than the pool has if several NFTs share a range", async () => {
    const shared = { owner: TRADER, fee: FEE, range: [-60_000, 60_000] as const };
    const busy = await mintV3(lab, v3, { ...shared, rawAmount: 777_777n });
    const idle = await mintV3(lab, v3, { ...shared, rawAmount: 333_331n });
    for (let round = 0; round < 12; round += 1) {
      await swapV3(lab, v3, TRADER, { side: round % 2 === 0 ? 0 : 1, fee: FEE, rawAmount: 123_456n * UNIT });
      await collectV3(lab, v3, TRADER, busy);
    }
    await expectExact(TRADER);
    const { liquidity } = await readManager(lab, v3, TRADER, idle);
    await takeV3(lab, v3, TRADER, idle, liquidity);
    await swapV3(lab, v3, TRADER, { side: 0, fee: FEE, rawAmount: 123_456n * UNIT });
    await expectExact(TRADER);
    const { positions } = await listPositions(TRADER);
    expect(positions.map(({ positionIndex }) => positionIndex)).toEqual([busy, idle].map(String));
  });

  it("is exact after any user action", async () => {
    const tick = fc.integer({ min: -200, max: 200 }).map((n) => n * 60);
    const range = fc.uniqueArray(tick, { minLength: 2, maxLength: 2 }).map((pair) => pair.toSorted((a, b) => a - b));
    const rawAmount = fc.bigInt({ min: 1_000n, max: 10n ** 24n });
    const nth = fc.nat(20);
    const action: fc.Arbitrary<Action> = fc.oneof(
      fc.record({ kind: fc.constant("mint" as const), range, rawAmount, owner: fc.constantFrom(OWNER, TRADER) }),
      fc.record({ kind: fc.constant("swap" as const), side: fc.constantFrom(0 as const, 1 as const), rawAmount }),
      fc.record({ kind: fc.constant("reach" as const), tick }),
      fc.record({ kind: fc.constant("take" as const), part: fc.bigInt({ min: 1n, max: 100n }), nth }),
      fc.record({ kind: fc.constant("collect" as const), nth }),
    );
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 12 }), async (actions) => {
        for (const one of actions) await act(one);
        await expectExact(OWNER);
        await expectExact(TRADER);
        done += actions.length;
      }),
      { numRuns: process.env["PORTICO_TEST_LONG"] === "1" ? 100 : 4, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(0);
  });

  it("has all pools except one that fails", async () => {
    const other = await createV3Pool(lab, v3, 500, toSqrtPriceX96(0));
    const listKnown: typeof uniswap3 = {
      ...uniswap3,
      listPools: async (context) => (await uniswap3.listPools?.({ ...context, known: [other, pool] })) ?? [],
    };
    const list = async () =>
      (await lab.listPools(listKnown, v3.contracts)).map(({ pool: { controller } }) => controller);
    expect(await list()).toEqual([other, pool]);
    await lab.setCode(other, "0xfe");
    expect(await list()).toEqual([pool]);
  });

  it("has only pools of its own factory, and their holdings", async () => {
    const pools = await lab.listPools(uniswap3, v3.contracts);
    const balances = await Promise.all(
      v3.tokens.map((address) => lab.view({ address, abi: tokenAbi, functionName: "balanceOf", args: [pool] })),
    );
    expect(pools).toMatchObject([
      {
        pool: { controller: pool },
        supplies: v3.tokens.map((token, side) => ({ token, rawAmount: balances[side] })),
      },
    ]);
    const other = { ...v3.contracts, factory: v3.contracts.positions };
    expect(await lab.listPools({ ...uniswap3, ...uniswapV3Family }, other)).toEqual([]);
  });
});
