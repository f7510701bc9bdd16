import { expect, test } from "vitest";
import { MEASURED, type RegimeName, WARM_UP } from "./demand.ts";
import { FeeMarket } from "./feeMarket.ts";
import { followOffer } from "./followOffer.ts";

function mineSome(seed: number, regime: RegimeName, blocks = 60): FeeMarket {
  const market = new FeeMarket(seed, regime);
  for (let block = 0; block < blocks; block++) market.mine();
  return market;
}

test("the same seed makes the same chain, and another seed another", () => {
  expect(mineSome(1, "spikes").blocks).toEqual(mineSome(1, "spikes").blocks);
  expect(mineSome(1, "spikes").head).not.toEqual(mineSome(2, "spikes").head);
});

test("no block exceeds its limit or includes an offer below the base fee, and the base fee changes by an eighth at most", () => {
  const { blocks } = mineSome(3, "spikes");
  for (const [index, { gasUsed, gasLimit, included, baseFee }] of blocks.entries()) {
    expect(gasUsed).toBeLessThanOrEqual(gasLimit);
    expect(included.every(({ tip, isOwn }) => isOwn || tip > 0)).toBe(true);
    expect(Math.abs((blocks[index + 1]?.baseFee ?? baseFee) / baseFee - 1)).toBeLessThanOrEqual(0.125);
  }
});

test("one more transfer is included at the minimum price and not below it", () => {
  const { blocks } = mineSome(1, "spikes");
  const full = blocks.filter(({ minPrice, baseFee }) => minPrice > baseFee * 1.01 && minPrice < Infinity);
  expect(full.length).toBeGreaterThan(3);
  for (const block of full) {
    const offer = { maxFee: block.minPrice, maxTip: block.minPrice - block.baseFee };
    expect(followOffer(offer, [block])).toEqual({ isInTwo: true, overpaid: 1 });
    expect(followOffer({ ...offer, maxFee: block.minPrice - 1 }, [block]).isInTwo).toBe(false);
    const below = block.included.filter(({ tip, isOwn }) => !isOwn && tip >= offer.maxTip);
    expect(below.reduce((sum, { gas }) => sum + gas, 0)).toBeLessThanOrEqual(block.gasLimit - 21_000);
  }
});

test("the base fee rises while demand grows, and stays about the same while it doesn't", () => {
  const change = (regime: RegimeName): number => {
    const { blocks, head } = mineSome(1, regime, WARM_UP + MEASURED / 2);
    return head.baseFee / blocks[WARM_UP]!.baseFee;
  };
  expect(change("rising")).toBeGreaterThan(3);
  expect(Math.abs(Math.log(change("calm")))).toBeLessThan(Math.log(2));
});
