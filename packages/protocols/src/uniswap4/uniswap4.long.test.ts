import { multicall3Abi, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { loadArtifact, PERMIT2 } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import * as fc from "fast-check";
import { concat, encodeAbiParameters, parseAbi, parseAbiParameters, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toSqrtPriceX96 } from "../families/sqrtPrice.ts";
import type { UniswapV4Contracts } from "../families/uniswapV4.ts";
import { ensureHeavy, HEAVY_DEXES } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { MULTICALL3, simulate } from "../testing/simulate.ts";
import type { SimulatedCall } from "../testing/simulate.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { uniswap4 } from "./uniswap4.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const RECIPIENT: Address = "0x00000000000000000000000000000000000ec1b1";
const UNIT = 10n ** 18n;
const MAX_UINT128 = (1n << 128n) - 1n;
const DEADLINE = 99_999_999_999n;

const permit2Abi = parseAbi(["function approve(address token, address spender, uint160 amount, uint48 expiration)"]);
const keyTuple = "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)";

interface Key {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
}

let lab: Lab;
let contracts: UniswapV4Contracts;
let swapper: Address;
let positions: Artifact;
let swapTest: Artifact;
/** One of two tokens, one of native coin and a token. */
let keys: readonly [Key, Key];

beforeAll(async () => {
  await ensureHeavy(HEAVY_DEXES);
  lab = await startLab("eth");
  const load = (name: string, file = name): Artifact =>
    loadArtifact("@uniswap/v4-periphery", `foundry-out/${name}.sol/${file}.json`, {}, HEAVY_DEXES);
  const [core, view] = [load("PoolManager", "PoolManager.default"), load("StateView")];
  [positions, swapTest] = [load("PositionManager"), load("PoolSwapTest", "PoolSwapTest.default")];
  await lab.setCode(PERMIT2, loadArtifact("@1inch/solidity-utils", "dist/src/permit2.json").bytecode);
  const manager = await lab.deploy(core, [ALICE], ALICE);
  const at = await lab.deploy(positions, [manager, PERMIT2, 300_000n, ZERO_ADDRESS, ZERO_ADDRESS], ALICE);
  contracts = { manager, positions: at, view: await lab.deploy(view, [manager], ALICE) };
  swapper = await lab.deploy(swapTest, [manager], ALICE);
  const tokens = [await deployToken(lab, "ONE", ALICE), await deployToken(lab, "TWO", ALICE)].toSorted();
  const [one = ZERO_ADDRESS, two = ZERO_ADDRESS] = tokens;
  for (const account of [ALICE, BOB]) {
    await lab.setBalance(account, 10n ** 30n);
    for (const to of tokens) {
      await lab.write(ALICE, { to, abi: tokenAbi, functionName: "mint", args: [account, 10n ** 30n] });
      for (const spender of [PERMIT2, swapper]) {
        await lab.write(account, { to, abi: tokenAbi, functionName: "approve", args: [spender, 10n ** 40n] });
      }
      const args = [to, at, 10n ** 40n, 281_474_976_710_655];
      await lab.write(account, { to: PERMIT2, abi: permit2Abi, functionName: "approve", args });
    }
  }
  await lab.write(BOB, { to: at, abi: positions.abi, functionName: "setApprovalForAll", args: [MULTICALL3, true] });
  keys = [
    { currency0: one, currency1: two, fee: 3000, tickSpacing: 60, hooks: ZERO_ADDRESS },
    { currency0: ZERO_ADDRESS, currency1: two, fee: 500, tickSpacing: 10, hooks: ZERO_ADDRESS },
  ];
  for (const key of keys) {
    await lab.write(ALICE, { to: manager, abi: core.abi, functionName: "initialize", args: [key, toSqrtPriceX96(0)] });
    await mint(ALICE, key, [-60_000, 60_000], 1_000_000n * UNIT);
  }
}, 600_000);
afterAll(() => lab.stop());

/** @see "Actions of @uniswap/v4-periphery" */
const encodeActions = (actions: readonly (readonly [code: number, params: Hex])[]): Hex =>
  encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
    concat(actions.map(([code]) => toHex(code, { size: 1 }))),
    actions.map(([, params]) => params),
  ]);

async function mint(owner: Address, key: Key, range: readonly [number, number], liquidity: bigint): Promise<bigint> {
  const order = parseAbiParameters(`${keyTuple}, int24, int24, uint256, uint128, uint128, address, bytes`);
  const pair = parseAbiParameters("address, address");
  const data = encodeActions([
    [0x02, encodeAbiParameters(order, [key, ...range, liquidity, MAX_UINT128, MAX_UINT128, owner, "0x"] as never)],
    [0x0d, encodeAbiParameters(pair, [key.currency0, key.currency1])],
    [0x14, encodeAbiParameters(pair, [key.currency0, owner])],
  ]);
  const next = { address: contracts.positions, abi: positions.abi, functionName: "nextTokenId" } as const;
  const tokenId = (await lab.view(next)) as bigint;
  const value = key.currency0 === ZERO_ADDRESS ? 10n ** 28n : 0n;
  await lab.write(owner, { ...modify(data), value });
  return tokenId;
}

const modify = (data: Hex) => ({
  to: contracts.positions,
  abi: positions.abi,
  functionName: "modifyLiquidities",
  args: [data, DEADLINE],
});

/** Removes liquidity, with its fees. */
const encodeTake = (key: Key, tokenId: bigint, liquidity: bigint, to: Address): Hex =>
  encodeActions([
    [
      0x01,
      encodeAbiParameters(parseAbiParameters("uint256, uint256, uint128, uint128, bytes"), [
        tokenId,
        liquidity,
        0n,
        0n,
        "0x",
      ]),
    ],
    [0x11, encodeAbiParameters(parseAbiParameters("address, address, address"), [key.currency0, key.currency1, to])],
  ]);

const swap = (key: Key, zeroForOne: boolean, rawAmount: bigint) => {
  const sqrtPriceLimitX96 = zeroForOne ? 4_295_128_740n : toSqrtPriceX96(887_272) - 1n;
  const order = { zeroForOne, amountSpecified: -rawAmount, sqrtPriceLimitX96 };
  const args = [key, order, { takeClaims: false, settleUsingBurn: false }, "0x"];
  const value = zeroForOne && key.currency0 === ZERO_ADDRESS ? rawAmount : 0n;
  return lab.write(ALICE, { to: swapper, abi: swapTest.abi, functionName: "swap", args, value });
};

/** The manager's payout for removing this much liquidity. */
async function simulateTake(key: Key, tokenId: bigint, liquidity: bigint): Promise<readonly bigint[]> {
  const currencies = [key.currency0, key.currency1];
  const balances = currencies.map((currency): SimulatedCall =>
    currency === ZERO_ADDRESS
      ? [{ abi: multicall3Abi, address: MULTICALL3 }, "getEthBalance", [RECIPIENT]]
      : [{ abi: tokenAbi, address: currency }, "balanceOf", [RECIPIENT]],
  );
  const { to: address, abi, functionName, args } = modify(encodeTake(key, tokenId, liquidity, RECIPIENT));
  const answers = await simulate(lab, [[{ abi, address }, functionName, args], ...balances]);
  return answers.slice(1) as bigint[];
}

const readLiquidity = async (tokenId: bigint) =>
  (await lab.view({
    address: contracts.positions,
    abi: positions.abi,
    functionName: "getPositionLiquidity",
    args: [tokenId],
  })) as bigint;

const owned = new Map<bigint, Key>();
const read = () => lab.listPositions(uniswap4, contracts, BOB);

async function expectExact(): Promise<void> {
  const found = (await read()).positions;
  const open = await Promise.all([...owned.keys()].map(async (id) => ({ id, liquidity: await readLiquidity(id) })));
  expect(found.map(({ positionIndex }) => positionIndex)).toEqual(
    open.filter(({ liquidity }) => liquidity > 0n).map(({ id }) => String(id)),
  );
  for (const { detail, positionIndex } of found) {
    const tokenId = BigInt(positionIndex ?? 0);
    const key = owned.get(tokenId);
    if (detail.type !== "common" || key === undefined) throw new Error(`position ${positionIndex} is not known`);
    const tokens = [key.currency0 === ZERO_ADDRESS ? NATIVE_TOKEN : key.currency0, key.currency1];
    const fees = await simulateTake(key, tokenId, 0n);
    const all = await simulateTake(key, tokenId, await readLiquidity(tokenId));
    expect(detail.supplies).toEqual(
      tokens.map((token, side) => ({ token, rawAmount: (all[side] ?? 0n) - (fees[side] ?? 0n) })),
    );
    const paid = tokens.map((token, side) => ({ token, rawAmount: fees[side] ?? 0n }));
    expect(detail.rewards).toEqual(paid.filter(({ rawAmount }) => rawAmount > 0n));
  }
}

describe("uniswap4", () => {
  it("shows ranges of tokens and of native coin with their earned fees", async () => {
    for (const key of keys) {
      for (const range of [
        [-600, 600],
        [600, 6_000],
        [-6_000, -600],
      ] as const) {
        owned.set(await mint(BOB, key, range, 1_000n * UNIT), key);
      }
    }
    await expectExact();
    for (const key of keys) for (const zeroForOne of [true, false, true]) await swap(key, zeroForOne, 70_000n * UNIT);
    await expectExact();
    const { positions: found, stages } = await read();
    expect(found).toHaveLength(6);
    expect(found.every(({ pool }) => pool.controller === contracts.manager && pool.index?.length === 66)).toBe(true);
    expect(
      found.filter(({ detail }) => "rewards" in detail && (detail.rewards?.length ?? 0) > 0).length,
    ).toBeGreaterThan(2);
    expect(stages).toBe(2);
  });

  it("is exact after any user action, and omits closed positions", async () => {
    const ticks = fc.uniqueArray(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 2 });
    const range = ticks.map((pair) => pair.toSorted((a, b) => a - b).map((n) => n * 60));
    const which = fc.constantFrom(0, 1);
    const action = fc.oneof(
      fc.record({ kind: fc.constant("mint" as const), which, range, liquidity: fc.bigInt(1_000n, 10n ** 24n) }),
      fc.record({
        kind: fc.constant("swap" as const),
        which,
        zeroForOne: fc.boolean(),
        rawAmount: fc.bigInt(1_000n, 10n ** 23n),
      }),
      fc.record({ kind: fc.constant("take" as const), nth: fc.nat(30), part: fc.constantFrom(0n, 1n, 33n, 100n) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 9 }), async (actions) => {
        for (const one of actions) {
          if (one.kind === "mint") {
            const key = keys[one.which] ?? keys[0];
            owned.set(await mint(BOB, key, [one.range[0] ?? 0, one.range[1] ?? 0], one.liquidity), key);
          } else if (one.kind === "swap") {
            await swap(keys[one.which] ?? keys[0], one.zeroForOne, one.rawAmount);
          } else {
            const [tokenId, key] = [...owned][one.nth % owned.size] ?? [];
            if (tokenId === undefined || key === undefined) continue;
            const liquidity = await readLiquidity(tokenId);
            if (liquidity > 0n)
              await lab.write(BOB, modify(encodeTake(key, tokenId, (liquidity * one.part) / 100n, BOB)));
          }
        }
        await expectExact();
      }),
      { numRuns: 20, endOnFailure: true },
    );
    const open = await Promise.all([...owned.keys()].map(readLiquidity));
    expect((await read()).positions).toHaveLength(open.filter((liquidity) => liquidity > 0n).length);
  });
});
