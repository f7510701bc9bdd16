import fc from "fast-check";
import { expect, test } from "vitest";
import { squareRoot, toSqrtPriceX96, toTick } from "./sqrtPrice.ts";
import { listPools } from "./poolTable.ts";

test("the square root is the largest integer whose square is not larger", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 300n }), (n) => {
      const root = squareRoot(n);
      expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
    }),
  );
});

test("USDC to ether at 2,500 dollars is the tick of Uniswap", () => {
  const pool = listPools("eth", "v3").find(({ token1, fee }) => token1.symbol === "WETH" && fee === 3000);
  if (pool === undefined) throw new Error("The table does not have the pool");
  expect(toTick(toSqrtPriceX96(pool, ({ symbol }) => (symbol === "WETH" ? 2_500 : 1)))).toBe(198_079);
});
