import { NATIVE_TOKEN as coin } from "@portico/evm";
import { expect, test } from "vitest";
import { called, dai, explain, other, usdc, user, weth } from "../testing/explain.ts";

const until = 1_900_000_000n;
const bytes32 = `0x${"ab".repeat(32)}`;
const permit = [false, 27, bytes32, bytes32];

test.each(["0x38ed1739", "0x5c11d795"] as const)("%s sends exactly and receives at least", (selector) => {
  expect(explain(selector, [100n, 90n, [usdc, weth, dai], user, until])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
  expect(explain(selector, [100n, 90n, [usdc, dai], other, until])).toEqual([called("swap", [[usdc, 100n]])]);
  expect(explain(selector, [100n, 90n, [], user, until])).toEqual([called("swap")]);
});

test.each(["0x18cbafe5", "0x791ac947"] as const)("%s pays native coin for an exact amount of tokens", (selector) => {
  const path = [usdc, weth];
  expect(explain(selector, [100n, 90n, path, user, until])).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
});

test.each(["0x7ff36ab5", "0xb6f9de95"] as const)(
  "%s receives at least an amount of tokens for the value",
  (selector) => {
    expect(explain(selector, [90n, [weth, usdc], user, until], { rawValue: 7n })).toEqual([
      called("swap", [[coin, 7n]], [[usdc, 90n]]),
    ]);
  },
);

test("swaps for an exact output send at most", () => {
  const path = [usdc, weth];
  expect(explain("0x8803dbee", [90n, 100n, [usdc, dai], user, until])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
  expect(explain("0x4a25d94a", [90n, 100n, path, user, until])).toEqual([
    called("swap", [[usdc, 100n]], [[coin, 90n]]),
  ]);
  expect(explain("0xfb3bdb41", [90n, [weth, usdc], user, until], { rawValue: 7n })).toEqual([
    called("swap", [[coin, 7n]], [[usdc, 90n]]),
  ]);
});

test("adding liquidity sends at most the desired amounts", () => {
  expect(explain("0xe8e33700", [usdc, dai, 10n, 20n, 9n, 19n, user, until])).toEqual([
    called("add_liquidity", [
      [usdc, 10n],
      [dai, 20n],
    ]),
  ]);
  expect(explain("0xf305d719", [usdc, 10n, 9n, 4n, user, until], { rawValue: 5n })).toEqual([
    called("add_liquidity", [
      [usdc, 10n],
      [coin, 5n],
    ]),
  ]);
});

test.each([
  ["0xbaa2abde", []],
  ["0x2195995c", permit],
] as const)("%s receives both tokens", (selector, more) => {
  expect(explain(selector, [usdc, dai, 5n, 9n, 19n, user, until, ...more])).toEqual([
    called(
      "remove_liquidity",
      [],
      [
        [usdc, 9n],
        [dai, 19n],
      ],
    ),
  ]);
});

test.each([
  ["0x02751cec", []],
  ["0xded9382a", permit],
  ["0xaf2979eb", []],
  ["0x5b0d5984", permit],
] as const)("%s receives a token and native coin", (selector, more) => {
  expect(explain(selector, [usdc, 5n, 9n, 19n, user, until, ...more])).toEqual([
    called(
      "remove_liquidity",
      [],
      [
        [usdc, 9n],
        [coin, 19n],
      ],
    ),
  ]);
  expect(explain(selector, [usdc, 5n, 9n, 19n, other, until, ...more])).toEqual([called("remove_liquidity")]);
});

test("calls of a pair itself are named", () => {
  expect(explain("0x89afcb44", [user])).toEqual([called("remove_liquidity")]);
  expect(explain("0x022c0d9f", [0n, 5n, user, "0x"])).toEqual([called("swap")]);
  expect(explain("0x6a627842", [user], { standard: "erc20" })).toEqual([called("add_liquidity")]);
  expect(explain("0x6a627842", [user], { rawValue: 3n })).toEqual([called("mint", [[coin, 3n]])]);
});
