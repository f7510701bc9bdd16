import { toAmount } from "@portico/evm";
import type { Movement } from "@portico/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CostMethod } from "./costLots.ts";
import { computeGain } from "./tokenGain.ts";

const TOKEN = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const METHODS: CostMethod[] = ["average", "fifo"];
const move = (rawAmount: bigint, usd: number, kind: Movement["kind"] = "moved"): Movement => ({
  token: TOKEN,
  rawAmount,
  usd,
  timeAt: 0,
  kind,
});
const gainOf = (movements: Movement[], method: CostMethod, rawAmount = sumOf(movements), decimals = 0) =>
  computeGain(movements, { rawAmount, decimals }, method);
const sumOf = (movements: readonly Movement[]): bigint => movements.reduce((sum, one) => sum + one.rawAmount, 0n);

test("a known example: two purchases, a sale, gas", () => {
  const movements = [move(10n, 100), move(10n, 200), move(-15n, 300), move(-1n, 300, "fee")];
  expect(gainOf(movements, "average")).toEqual({
    pricedRaw: 4n,
    costUsd: 600, // 4 at 150
    unpricedRaw: 0n,
    realizedUsd: 2400, // 16 at 300 - 150
    soldRaw: 16n,
    unpricedSoldRaw: 0n,
    feeUsd: 300,
    isExplained: true,
  });
  // 10 at 300 - 100, 6 at 300 - 200; 4 at 200 are left
  expect(gainOf(movements, "fifo")).toMatchObject({ pricedRaw: 4n, costUsd: 800, realizedUsd: 2600, feeUsd: 300 });
});

test("what has no known cost or price is counted apart, whatever the method", () => {
  const before = [move(-4n, 3), move(2n, 5)]; // 10 were held before
  expect(gainOf(before, "fifo", 8n)).toMatchObject({
    pricedRaw: 2n,
    costUsd: 10,
    unpricedRaw: 6n,
    realizedUsd: 0,
    unpricedSoldRaw: 4n,
  });
  const mixed = [move(6n, 0), move(6n, 10), move(-4n, 20)];
  expect(gainOf(mixed, "average")).toMatchObject({
    pricedRaw: 4n,
    costUsd: 40,
    unpricedRaw: 4n,
    realizedUsd: 20,
    unpricedSoldRaw: 2n,
  });
  expect(gainOf(mixed, "fifo")).toMatchObject({
    pricedRaw: 6n,
    costUsd: 60,
    unpricedRaw: 2n,
    realizedUsd: 0,
    unpricedSoldRaw: 4n,
  });
  for (const method of METHODS) {
    const lost = gainOf([move(10n, 1), move(-2n, 5)], method, 7n); // one left without a movement
    expect(lost).toMatchObject({ pricedRaw: 7n, realizedUsd: 8, unpricedSoldRaw: 1n, isExplained: false });
    expect(gainOf([move(10n, 1), move(-2n, 0)], method)).toMatchObject({
      costUsd: 8,
      soldRaw: 0n,
      unpricedSoldRaw: 2n,
    });
    expect(gainOf([move(10n, 7, "unexplained")], method)).toMatchObject({
      pricedRaw: 0n,
      unpricedRaw: 10n,
      isExplained: false,
    });
    expect(gainOf([move(1n, 1), move(-5n, 1)], method, 0n)).toMatchObject({ soldRaw: 1n, unpricedSoldRaw: 4n }); // 4 were held before
  }
});

const price = fc.double({ min: 0.01, max: 1e4, noNaN: true });
const trades = fc.array(fc.record({ part: fc.integer({ min: -100, max: 100 }), usd: price }), { maxLength: 30 });

/** Parts of the balance are sold, whole tokens are bought. */
function toMovements(list: readonly { part: number; usd: number }[], decimals: number): Movement[] {
  let held = 0n;
  return list.map(({ part, usd }) => {
    const change = part > 0 ? BigInt(part) * 10n ** BigInt(decimals) : (held * BigInt(part)) / 100n;
    held += change;
    return move(change, usd);
  });
}

test("for any history, realized and unrealized gain are what came back and is left, minus what was paid", () => {
  fc.assert(
    fc.property(
      trades,
      fc.constantFrom(0, 6, 18),
      price,
      fc.constantFrom(...METHODS),
      (list, decimals, now, method) => {
        const movements = toMovements(list, decimals);
        const held = sumOf(movements);
        const gain = gainOf(movements, method, held, decimals);
        const worth = (raw: bigint, usd: number) => toAmount(raw, decimals) * usd;
        const paid = movements
          .filter(({ rawAmount }) => rawAmount > 0n)
          .reduce((sum, one) => sum + worth(one.rawAmount, one.usd), 0);
        const got = movements
          .filter(({ rawAmount }) => rawAmount < 0n)
          .reduce((sum, one) => sum + worth(-one.rawAmount, one.usd), 0);
        const unrealized = worth(gain.pricedRaw, now) - gain.costUsd;
        const tolerance = 1e-9 * (1 + paid + got + worth(held, now));
        expect(Math.abs(gain.realizedUsd + unrealized - (got + worth(held, now) - paid))).toBeLessThan(tolerance);
        expect([gain.pricedRaw, gain.unpricedRaw, gain.unpricedSoldRaw, gain.isExplained]).toEqual([
          held,
          0n,
          0n,
          true,
        ]);
        expect(gain.costUsd).toBeGreaterThanOrEqual(-tolerance);
      },
    ),
  );
});

test("for any history, the methods agree when everything is sold", () => {
  fc.assert(
    fc.property(trades, price, (list, usd) => {
      const movements = toMovements(list, 6);
      const sold = [...movements, move(-sumOf(movements), usd)];
      const [average, fifo] = METHODS.map((method) => gainOf(sold, method, 0n, 6));
      const scale = 1 + movements.reduce((sum, one) => sum + Math.abs(toAmount(one.rawAmount, 6) * one.usd), 0);
      expect(Math.abs(average!.realizedUsd - fifo!.realizedUsd)).toBeLessThan(1e-9 * scale + 1e-6);
      expect([average!.costUsd, fifo!.costUsd].map((cost) => Math.abs(cost) < 1e-9 * scale)).toEqual([true, true]);
    }),
  );
});

test("for any history without a price now and then, no amount is lost", () => {
  const some = fc.array(
    fc.record({ part: fc.integer({ min: -100, max: 100 }), usd: fc.oneof(price, fc.constant(0)) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(some, fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.constantFrom(...METHODS), (list, more, method) => {
      const movements = toMovements(list, 0);
      const gain = gainOf(movements, method, sumOf(movements) + more);
      const out = movements.reduce((sum, { rawAmount }) => sum + (rawAmount < 0n ? -rawAmount : 0n), 0n);
      expect(gain.pricedRaw + gain.unpricedRaw).toBe(sumOf(movements) + more);
      expect(gain.soldRaw + gain.unpricedSoldRaw).toBe(out);
    }),
  );
});
