import type { PortfolioItem, PortfolioToken } from "@portico/contract";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { namePool, viewRange } from "./priceRange.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en", "positions"));

type RangeResponse = NonNullable<PortfolioItem["price_range"]>;

const token = (id: string, symbol: string) => ({ id, optimized_symbol: symbol }) as PortfolioToken;
const RANGE: RangeResponse = {
  base_token_id: "0x1",
  quote_token_id: "0x2",
  lower: 1000,
  upper: 4000,
  current: 2000,
  is_in_range: true,
  fee_rate: 0.003,
};
const item = (range?: RangeResponse, name = "Liquidity Pool"): PortfolioItem => ({
  stats: { asset_usd_value: 1, debt_usd_value: 0, net_usd_value: 1 },
  update_at: 0,
  name,
  detail_types: ["common"],
  detail: { supply_token_list: [token("0x1", "WETH"), token("0x2", "USDC")] },
  proxy_detail: {},
  ...(range && { price_range: range }),
});

test("a range is drawn by the ratios of its prices", () => {
  expect(viewRange(item(RANGE))).toMatchObject({
    pair: ["WETH", "USDC"],
    isInRange: true,
    places: { lower: 0.12, current: expect.closeTo(0.5, 9) as number, upper: 0.88 },
  });
  expect(viewRange(item())).toBeUndefined();
});

test("prices below 1 are turned around, and so are their bounds", () => {
  const turned = viewRange(item({ ...RANGE, lower: 0.0002, current: 0.0004, upper: null }));
  expect(turned).toMatchObject({ pair: ["USDC", "WETH"], current: 2500, upper: 5000, places: { lower: 0 } });
  expect(turned?.lower).toBeNull();
});

test("whatever the prices, the drawn places are in their order and on the line", () => {
  const price = fc.double({ min: 1e-40, max: 1e40, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (some, hasLower, hasUpper) => {
        const [lower = 1, current = 1, upper = 1] = some.toSorted((a, b) => a - b);
        const { places } = viewRange(
          item({ ...RANGE, current, lower: hasLower ? lower : null, upper: hasUpper ? upper : null }),
        )!;
        expect(places.lower).toBeGreaterThanOrEqual(0);
        expect(places.current).toBeGreaterThanOrEqual(places.lower - 1e-9);
        expect(places.upper).toBeGreaterThanOrEqual(places.current - 1e-9);
        expect(places.upper).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("a pool is named by its tokens and its fee, as far as they are known", () => {
  expect(namePool(item(RANGE))).toBe("WETH / USDC 0.3%");
  expect(namePool(item({ ...RANGE, fee_rate: null }, "Farming"))).toBe("WETH / USDC");
  expect(namePool(item())).toBe("WETH / USDC");
  expect(namePool(item(undefined, "Lending"))).toBeUndefined();
});
