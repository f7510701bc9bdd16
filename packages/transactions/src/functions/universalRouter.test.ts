import { type Hex, NATIVE_TOKEN as coin, ZERO_ADDRESS } from "@portico/evm";
import { concatHex, encodeAbiParameters, maxUint256, parseAbiParameters } from "viem";
import { expect, test } from "vitest";
import { called, dai, explain, other, target, usdc, user, weth } from "../testing/explain.ts";

const sender = "0x0000000000000000000000000000000000000001";
const router = "0x0000000000000000000000000000000000000002";
const deadline = 1_900_000_000n;
const pack = (types: string, values: unknown[]): Hex => encodeAbiParameters(parseAbiParameters(types), values as never);
const swapTypes = "address, uint256, uint256, bytes, bool";
const way = (tokenIn: Hex, tokenOut: Hex): Hex => concatHex([tokenIn, "0x000bb8", tokenOut]);
const pay = "address, address, uint256";

const run = (commands: Hex, inputs: Hex[], rawValue = 0n) =>
  explain("0x3593564c", [commands, inputs, deadline], { rawValue });

test("native coin is wrapped, swapped on V3, and the rest swept back", () => {
  const inputs = [
    pack("address, uint256", [router, 100n]),
    pack(swapTypes, [sender, 100n, 90n, way(weth, usdc), false]),
    pack(pay, [ZERO_ADDRESS, sender, 0n]),
  ];
  expect(run("0x0b0004", inputs, 100n)).toEqual([called("swap", [[coin, 100n]], [[usdc, 90n]])]);
  expect(explain("0x24856bc3", ["0x0b0004", inputs], { rawValue: 100n })).toEqual([
    called("swap", [[coin, 100n]], [[usdc, 90n]]),
  ]);
});

test("a signed allowance, a swap over two routes, a portion for others, and native coin as output", () => {
  const details = { token: usdc, amount: 2n ** 160n - 1n, expiration: 1_900_000_000, nonce: 0 };
  const permitTypes =
    "((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline), bytes";
  const inputs = [
    pack(permitTypes, [{ details, spender: target, sigDeadline: deadline }, "0x1234"]),
    pack("address, uint256, uint256, address[], bool", [router, 60n, 0n, [usdc, weth], true]),
    pack(swapTypes, [router, 40n, 0n, way(usdc, weth), true]),
    pack(pay, [weth, other, 25n]),
    pack("address, uint256", [sender, 90n]),
  ];
  expect(run("0x0a0800060c", inputs)).toEqual([
    called("swap", [[usdc, 100n]], [[coin, 90n]]),
    {
      type: "approve_token",
      owner: user,
      spender: target,
      amount: { token: usdc, rawAmount: 2n ** 160n - 1n },
      isPermit2: true,
    },
  ]);
});

test("exact outputs send at most, and the output of a command that may fail is not counted", () => {
  const v3 = pack(swapTypes, [user, 90n, 100n, way(dai, usdc), true]);
  expect(run("0x01", [v3])).toEqual([called("swap", [[usdc, 100n]], [[dai, 90n]])]);
  expect(run("0x81", [v3])).toEqual([called("swap", [[usdc, 100n]], [[dai, 0n]])]);
  const v2 = pack("address, uint256, uint256, address[], bool", [other, 90n, 100n, [usdc, dai], true]);
  expect(run("0x09", [v2])).toEqual([called("swap", [[usdc, 100n]])]);
  expect(run("0x21", [pack("bytes, bytes[]", ["0x01", [v3]])])).toEqual([called("swap", [[usdc, 100n]], [[dai, 90n]])]);
});

test("tokens are pulled and paid, batches of allowances given", () => {
  const details = [usdc, dai].map((token) => ({ token, amount: 5n, expiration: 0, nonce: 0 }));
  const batchTypes =
    "((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline), bytes";
  const moves = [{ from: user, to: router, amount: 3n, token: dai }];
  const inputs = [
    pack(batchTypes, [{ details, spender: target, sigDeadline: deadline }, "0x"]),
    pack("address, address, uint160", [usdc, router, 8n]),
    pack("(address from, address to, uint160 amount, address token)[]", [moves]),
    pack(pay, [usdc, user, 2n]),
    pack("address, uint256", [user, 4n]),
  ];
  const [call, ...allowances] = run("0x03020d050b", inputs);
  expect(call).toEqual(
    called(
      "wrap",
      [
        [usdc, 8n],
        [dai, 3n],
      ],
      [
        [usdc, 2n],
        [weth, 4n],
      ],
    ),
  );
  expect(allowances.map((one) => one.type)).toEqual(["approve_token", "approve_token"]);
});

const poolKey = { currency0: ZERO_ADDRESS, currency1: usdc, fee: 3000, tickSpacing: 60, hooks: ZERO_ADDRESS };
const key = "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)";
const hop = "(address intermediateCurrency, uint256 fee, int24 tickSpacing, address hooks, bytes hookData)";
const actions = (kinds: Hex, params: Hex[]): Hex => pack("bytes, bytes[]", [kinds, params]);

test.each(["", "uint256 minHopPriceX36, "])("V4 swaps are settled and taken (%s)", (more) => {
  const single = `(${key} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, ${more}bytes hookData)`;
  const swap = {
    poolKey,
    zeroForOne: false,
    amountIn: 100n,
    amountOutMinimum: 90n,
    minHopPriceX36: 1n,
    hookData: "0x",
  };
  const all = [
    pack(single, [swap]),
    pack("address, uint256", [usdc, 100n]),
    pack("address, uint256", [ZERO_ADDRESS, 90n]),
  ];
  expect(run("0x10", [actions("0x060c0f", all)])).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
  // Everything owed and everything due, within the limits of the swap.
  const open = [
    pack(single, [swap]),
    pack("address, uint256, bool", [usdc, 0n, true]),
    pack("address, address, uint256", [ZERO_ADDRESS, sender, 0n]),
  ];
  expect(run("0x10", [actions("0x060b0e", open)])).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
});

test.each([
  ["", ""],
  ["uint256[] minHopPriceX36, ", "hop prices"],
])("V4 paths lead from the first currency to the last (%s)", (more) => {
  const path = [dai, usdc].map((intermediateCurrency) => ({
    intermediateCurrency,
    fee: 500n,
    tickSpacing: 10,
    hooks: ZERO_ADDRESS,
    hookData: "0x",
  }));
  const swapIn = { currencyIn: ZERO_ADDRESS, path, minHopPriceX36: [], amountIn: 100n, amountOutMinimum: 90n };
  const inTypes = `(address currencyIn, ${hop}[] path, ${more}uint128 amountIn, uint128 amountOutMinimum)`;
  const close = (kinds: Hex, swap: Hex, paid: Hex, taken: Hex) =>
    run(
      "0x10",
      [actions(kinds, [swap, pack("address, uint256, bool", [paid, 0n, true]), pack(pay, [taken, user, 0n])])],
      100n,
    );
  expect(close("0x070b0e", pack(inTypes, [swapIn]), ZERO_ADDRESS, usdc)).toEqual([
    called("swap", [[coin, 100n]], [[usdc, 90n]]),
  ]);
  const swapOut = { currencyOut: weth, path, minHopPriceX36: [], amountOut: 90n, amountInMaximum: 70n };
  const outTypes = `(address currencyOut, ${hop}[] path, ${more}uint128 amountOut, uint128 amountInMaximum)`;
  expect(close("0x090b0e", pack(outTypes, [swapOut]), dai, weth)).toEqual([
    called(
      "swap",
      [
        [coin, 100n],
        [dai, 70n],
      ],
      [[weth, 90n]],
    ),
  ]);
});

const modify = (kinds: Hex, params: Hex[], rawValue = 0n) =>
  explain("0xdd46508f", [actions(kinds, params), deadline], { rawValue });

test("a V4 position is minted, added to, and taken out of", () => {
  const mintTypes = `${key}, int24, int24, uint256, uint128, uint128, address, bytes`;
  const mint = pack(mintTypes, [poolKey, -60, 60, 5n, 10n, 20n, user, "0x"]);
  const pair = pack("address, address", [ZERO_ADDRESS, usdc]);
  const nft = { contract: target, tokenId: undefined, rawAmount: 1n, isErc1155: false };
  expect(modify("0x020d", [mint, pair], 10n)).toEqual([
    called("add_liquidity", [
      [coin, 10n],
      [usdc, 20n],
    ]),
    { type: "send_nft", from: ZERO_ADDRESS, to: user, nft },
  ]);
  const change = "uint256, uint256, uint128, uint128, bytes";
  expect(modify("0x000d", [pack(change, [7n, 5n, 10n, 20n, "0x"]), pair], 10n)).toEqual([
    called("add_liquidity", [
      [coin, 10n],
      [usdc, 20n],
    ]),
  ]);
  const take = pack("address, address, address", [ZERO_ADDRESS, usdc, sender]);
  const out = [
    called(
      "remove_liquidity",
      [],
      [
        [coin, 9n],
        [usdc, 19n],
      ],
    ),
  ];
  expect(modify("0x0111", [pack(change, [7n, 5n, 9n, 19n, "0x"]), take])).toEqual(out);
  expect(modify("0x0311", [pack("uint256, uint128, uint128, bytes", [7n, 9n, 19n, "0x"]), take])).toEqual(out);
  expect(modify("0x0111", [pack(change, [7n, 5n, 9n, 19n, "0x"])])).toEqual([called("remove_liquidity")]);
});

test("input that doesn't match the router's versions is a call that isn't understood, beside the others", () => {
  expect(run("0x0010", ["0x1234", "0x"], 5n)).toEqual([called("", [[coin, 5n]]), called("")]);
  expect(run("0x3f", ["0x"])).toEqual([called(""), called("")]);
  expect(modify("0x02ff", ["0x12", "0x"])).toEqual([called(""), called("")]);
  expect(explain("0xdd46508f", ["0x99", deadline])).toEqual([called("")]);
});

test("trailing bytes of a path do not hide what leaves", () => {
  const longer = concatHex([way(usdc, dai), `0x${"ab".repeat(22)}`]);
  expect(run("0x00", [pack(swapTypes, [other, 100n, 0n, longer, true])])).toEqual([called("swap", [[usdc, 100n]])]);
  expect(run("0x01", [pack(swapTypes, [user, 90n, 100n, longer, true])])).toEqual([
    called("swap", [[dai, 100n]], [[usdc, 90n]]),
  ]);
});

test("only the bits that Permit2 uses count of a pulled amount", () => {
  expect(run("0x02", [pack(pay, [usdc, other, 2n ** 200n + 7n])])).toEqual([called("", [[usdc, 7n]])]);
});

test("an input that ends within a word is not understood: routers read on past its end", () => {
  const pull = pack(pay, [usdc, other, 2n ** 248n]);
  expect(run("0x02", [`0x${pull.slice(2, 2 + 65 * 2)}`])).toEqual([called(""), called("")]);
});

test("a V4 swap's input and the taken amount of its currency are one payment", () => {
  const single = `(${key} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData)`;
  const swap = { poolKey, zeroForOne: false, amountIn: 1n, amountOutMinimum: 0n, hookData: "0x" };
  const taken = (settled: bigint) =>
    run("0x10", [
      actions("0x060e0b", [
        pack(single, [swap]),
        pack(pay, [usdc, other, 1_000n]),
        pack("address, uint256, bool", [usdc, settled, true]),
      ]),
    ]);
  expect(taken(0n)).toEqual([called("swap", [[usdc, 1_001n]])]);
  expect(taken(2n ** 255n)).toEqual([called("swap", [[usdc, maxUint256]])]);
});

test("actions after more commands than any interface sends are not hidden", () => {
  const sweep = pack(pay, [dai, sender, 0n]);
  const pull = pack(pay, [usdc, other, 7n]);
  const behind = (count: number) =>
    run(`0x${"04".repeat(count)}02`, [...Array.from({ length: count }, () => sweep), pull]);
  expect(behind(100)).toEqual([called("", [[usdc, 7n]], [[dai, 0n]])]);
  expect(behind(300)).toEqual([called("", [], [[dai, 0n]]), called("")]);
});

test("positions of two pairs may take an unknown amount of closed currencies", () => {
  const increase = pack("uint256, uint256, uint128, uint128, bytes", [7n, 5n, 10n, 10n, "0x"]);
  const close = (currency: Hex) => pack("address", [currency]);
  expect(modify("0x00121212", [increase, close(usdc), close(dai), close(weth)])).toEqual([
    called("add_liquidity", [
      [usdc, maxUint256],
      [dai, maxUint256],
      [weth, maxUint256],
    ]),
  ]);
});
