import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { simulate } from "../testing/simulate.ts";
import { deployUniswapV3, v3FactoryAbi, v3PoolAbi } from "../testing/uniswapV3.ts";
import { MAX_TICK, squareRoot, toSqrtPriceX96 } from "./sqrtPrice.ts";

const DEPLOYER: Address = "0x00000000000000000000000000000000000a11ce";

let lab: Lab;
let pool: Address;

beforeAll(async () => {
  lab = await startLab("eth");
  const { contracts, tokens } = await deployUniswapV3(lab, DEPLOYER);
  const call = { to: contracts.factory, abi: v3FactoryAbi, functionName: "createPool", args: [...tokens, 3000] };
  await lab.write(DEPLOYER, call);
  const getPool = { address: contracts.factory, abi: v3FactoryAbi, functionName: "getPool", args: call.args } as const;
  pool = (await lab.view(getPool)) as Address;
});
afterAll(() => lab.stop());

/** The tick of a price, from a real pool initialized with it. */
async function readTick(sqrtPriceX96: bigint): Promise<number> {
  const begun = { abi: v3PoolAbi, address: pool };
  const [, slot] = await simulate(lab, [
    [begun, "initialize", [sqrtPriceX96]],
    [begun, "slot0"],
  ]);
  return (slot as readonly [bigint, number])[1];
}

describe("toSqrtPriceX96", () => {
  it("is the lowest price of the tick in a real pool", { timeout: 30_000 }, async () => {
    const tick = fc.integer({ min: 1 - MAX_TICK, max: MAX_TICK - 1 });
    const examples: [number][] = [0, 1, -1, 60, -60, 1 - MAX_TICK, MAX_TICK - 1].map((one) => [one]);
    await fc.assert(
      fc.asyncProperty(tick, async (at) => {
        const price = toSqrtPriceX96(at);
        expect(await Promise.all([readTick(price), readTick(price - 1n)])).toEqual([at, at - 1]);
      }),
      { examples, numRuns: 150 },
    );
  });

  it("has Uniswap's limits", () => {
    expect(toSqrtPriceX96(-MAX_TICK)).toBe(4_295_128_739n);
    expect(toSqrtPriceX96(MAX_TICK)).toBe(1461446703485210103287273052203988822378723970342n);
    for (const tick of [MAX_TICK + 1, -MAX_TICK - 1, 0.5]) expect(() => toSqrtPriceX96(tick)).toThrow(RangeError);
  });
});

describe("squareRoot", () => {
  it("is the largest number whose square is not larger", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 256n }), (value) => {
        const root = squareRoot(value);
        return root * root <= value && (root + 1n) * (root + 1n) > value;
      }),
    );
    for (const value of [0n, 1n, 2n, 3n, 4n, 8n, 9n])
      expect(squareRoot(value)).toBe(BigInt(Math.floor(Math.sqrt(Number(value)))));
  });
});
