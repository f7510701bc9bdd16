import { expect, test } from "vitest";
import { createPrices } from "./prices.ts";

const table = { getToken: 4, getHealth: 0 };

test("an override replaces the contract's price until it is removed", () => {
  const prices = createPrices({ table, overrides: { getToken: 7 } });
  expect([prices.priceOf("getToken"), prices.priceOf("getHealth")]).toEqual([7, 0]);
  prices.setOverrides({ getHealth: 1, noSuchOperation: 3 });
  expect(prices.list()).toEqual({ getToken: 4, getHealth: 1 });
  expect(() => prices.priceOf("noSuchOperation")).toThrow(RangeError);
  expect(() => prices.priceOf("constructor")).toThrow(RangeError);
});

test("the same operation at the unprefixed path costs the same, unless it has its own price", () => {
  const twins = { postSend: 1, postSendUnversioned: 1 };
  const prices = createPrices({ table: twins, overrides: { postSend: 50 } });
  expect(prices.list()).toEqual({ postSend: 50, postSendUnversioned: 50 });
  prices.setOverrides({ postSend: 50, postSendUnversioned: 60 });
  expect(prices.list()).toEqual({ postSend: 50, postSendUnversioned: 60 });
});

test.each([-1, 0, Number.NaN, 1.5, Infinity, 2 ** 53])("M12 a price of %d is rejected at start", (units) => {
  expect(() => createPrices({ table, overrides: { getToken: units } })).toThrow(/getToken.*whole number/);
  const prices = createPrices({ table });
  expect(() => prices.setOverrides({ getToken: units })).toThrow(RangeError);
  expect(prices.priceOf("getToken")).toBe(4);
});

test("M12 operations may be free in the contract, but not cost less", () => {
  expect(() => createPrices({ table: { getToken: -1 } })).toThrow(RangeError);
});
