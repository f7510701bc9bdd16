import { NATIVE_TOKEN as coin } from "@portico/evm";
import { encodeAbiParameters, maxUint256 as max, parseAbiParameters, stringToHex } from "viem";
import { expect, test } from "vitest";
import { called, dai, explain, other, target, usdc, user } from "../testing/explain.ts";

test.each([
  ["0x852a12e3", "withdraw", [5n]],
  ["0xc5ebeaec", "borrow", [5n]],
  ["0x0e752702", "repay", [5n]],
  ["0x2608f818", "repay", [user, 5n]],
  ["0xf5e3c462", "repay", [other, 5n, dai]],
  ["0x23323e03", "supply", [user, 5n]],
  ["0xc2998238", "", [[dai]]],
  ["0xede4edd0", "", [dai]],
  ["0xe9af0292", "claim", [user]],
  ["0x1c3db2e0", "claim", [user, [dai]]],
  ["0x6810dfa6", "claim", [[user], [dai], true, true]],
  ["0xadcd5fb9", "claim", [user]],
  ["0x86df31ee", "claim", [user, [dai]]],
  ["0xd09c54ba", "claim", [[user], [dai], true, true]],
  ["0xd279c191", "claim", [user]],
  ["0x3685ffe7", "claim", [user, [dai]]],
  ["0x114b9d19", "claim", [[user], [dai], true, true]],
  ["0xb88a802f", "claim", []],
  ["0x4712ee7d", "borrow", [5n]],
  ["0x6fe74a21", "repay", [5n]],
  ["0x89f1cf38", "withdraw", [5n]],
  ["0xc3cecfd2", "repay", [user, [other]]],
  ["0x110496e5", "approve", [other, true]],
  ["0x110496e5", "revoke", [other, false]],
  ["0xb7034f7e", "claim", [target, user, true]],
  ["0x4ff85d94", "claim", [target, user, user, true]],
  ["0x6e553f65", "supply", [5n, user]],
  ["0xb460af94", "withdraw", [5n, user, user]],
  ["0xe0232b42", "", [usdc, 5n, "0x"]],
  ["0xeecea000", "approve", [other, true]],
  ["0xeecea000", "revoke", [other, false]],
] as const)("%s is '%s', of assets that its calldata doesn't name", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([called(category)]);
});

test.each([
  ["0x4e4d9fea", "repay", []],
  ["0xe5974619", "repay", [user]],
  ["0xaae40a2a", "repay", [other, dai]],
  ["0xa86f8221", "supply", [user]],
  ["0xff0f4abd", "repay", []],
] as const)("%s (%s) sends its value", (selector, category, args) => {
  expect(explain(selector, args, { rawValue: 5n })).toEqual([called(category, [[coin, 5n]])]);
});

test("mint deposits in a market, and creates an NFT elsewhere", () => {
  expect(explain("0xa0712d68", [5n], { standard: "erc20" })).toEqual([called("supply")]);
  expect(explain("0xa0712d68", [5n], { standard: "erc721" })).toEqual([called("mint")]);
  expect(explain("0x1249c58b", [], { standard: "erc20", rawValue: 5n })).toEqual([called("supply", [[coin, 5n]])]);
  expect(explain("0x1249c58b", [], { rawValue: 5n })).toEqual([called("mint", [[coin, 5n]])]);
});

test("redeeming sends shares, if the contract is known to be their token", () => {
  expect(explain("0xdb006a75", [5n], { standard: "erc20" })).toEqual([called("withdraw", [[target, 5n]])]);
  expect(explain("0xdb006a75", [5n])).toEqual([called("withdraw")]);
  expect(explain("0xba087652", [5n, user, user], { standard: "erc20" })).toEqual([called("withdraw", [[target, 5n]])]);
  expect(explain("0xba087652", [5n, user, other], { standard: "erc20" })).toEqual([called("withdraw")]);
  expect(explain("0x94bf804d", [5n, user], { standard: "erc20" })).toEqual([called("supply", [], [[target, 5n]])]);
});

test("Venus' gateway pays native coin", () => {
  expect(explain("0x85ceb1e4", [5n])).toEqual([called("withdraw", [], [[coin, 5n]])]);
  expect(explain("0x9cc60d44", [5n])).toEqual([called("borrow", [], [[coin, 5n]])]);
});

test("Compound III names its assets", () => {
  expect(explain("0xf2b9fdb8", [usdc, 5n])).toEqual([called("supply", [[usdc, 5n]])]);
  expect(explain("0x4232cd63", [other, usdc, 5n])).toEqual([called("supply", [[usdc, 5n]])]);
  expect(explain("0x90323177", [user, other, usdc, 5n])).toEqual([called("supply", [[usdc, 5n]])]);
  expect(explain("0x90323177", [other, user, usdc, 5n])).toEqual([called("supply")]);
  expect(explain("0xf3fef3a3", [usdc, 5n])).toEqual([called("withdraw", [], [[usdc, 5n]])]);
  expect(explain("0xf3fef3a3", [usdc, max])).toEqual([called("withdraw", [], [[usdc, 0n]])]);
  expect(explain("0xc3b35a7e", [user, usdc, 5n])).toEqual([called("withdraw", [], [[usdc, 5n]])]);
  expect(explain("0xc3b35a7e", [other, usdc, 5n])).toEqual([called("withdraw")]);
  expect(explain("0x26441318", [other, user, usdc, 5n])).toEqual([called("withdraw", [], [[usdc, 5n]])]);
  expect(explain("0xe4e6e779", [usdc, 5n, 9n, user])).toEqual([called("swap", [], [[usdc, 5n]])]);
});

test("the Bulker performs several actions in one call", () => {
  const pack = (types: string, values: unknown[]) => encodeAbiParameters(parseAbiParameters(types), values as never);
  const name = (text: string) => stringToHex(text, { size: 32 });
  const asset = "address, address, address, uint256";
  const actions = ["SUPPLY_NATIVE_TOKEN", "SUPPLY_ASSET", "WITHDRAW_ASSET", "WITHDRAW_NATIVE_TOKEN", "CLAIM_REWARD"];
  const data = [
    pack("address, address, uint256", [target, user, 7n]),
    pack(asset, [target, user, dai, 3n]),
    pack(asset, [target, user, usdc, 5n]),
    pack("address, address, uint256", [target, other, 2n]),
    pack("address, address, bool", [target, user, true]),
  ];
  const names = actions.map((action) => name(`ACTION_${action}`));
  expect(explain("0x555029a6", [names, data], { rawValue: 7n })).toEqual([
    called(
      "supply",
      [
        [coin, 7n],
        [dai, 3n],
      ],
      [[usdc, 5n]],
    ),
  ]);
  for (const strange of ["ACTION_DANCE", "constructor", "__proto__"]) {
    expect(explain("0x555029a6", [[name(strange), names[0]], []])).toEqual([called(""), called("")]); // not all understood
  }
});

const marketParams = { loanToken: usdc, collateralToken: dai, oracle: other, irm: other, lltv: 860000000000000000n };

test("Morpho's markets name loan token and collateral", () => {
  expect(explain("0xa99aad89", [marketParams, 5n, 0n, user, "0x"])).toEqual([called("supply", [[usdc, 5n]])]);
  expect(explain("0x20b76e81", [marketParams, 5n, 0n, user, "0x"])).toEqual([called("repay", [[usdc, 5n]])]);
  expect(explain("0x20b76e81", [marketParams, 0n, 5n, user, "0x"])).toEqual([called("repay", [[usdc, max]])]);
  expect(explain("0x5c2bea49", [marketParams, 5n, 0n, user, user])).toEqual([called("withdraw", [], [[usdc, 5n]])]);
  expect(explain("0x5c2bea49", [marketParams, 0n, 5n, user, user])).toEqual([called("withdraw", [], [[usdc, 0n]])]);
  expect(explain("0x50d8cd4b", [marketParams, 5n, 0n, user, other])).toEqual([called("borrow")]);
  expect(explain("0x50d8cd4b", [marketParams, 5n, 0n, user, user])).toEqual([called("borrow", [], [[usdc, 5n]])]);
  expect(explain("0x238d6579", [marketParams, 5n, user, "0x"])).toEqual([called("supply", [[dai, 5n]])]);
  expect(explain("0x8720316d", [marketParams, 5n, user, user])).toEqual([called("withdraw", [], [[dai, 5n]])]);
  expect(explain("0xd8eabcb8", [marketParams, other, 5n, 0n, "0x"])).toEqual([
    called("repay", [[usdc, max]], [[dai, 5n]]),
  ]);
  expect(explain("0x8c1358a2", [marketParams])).toEqual([called("")]);
  expect(explain("0x151c1ade", [marketParams])).toEqual([called("")]);
});
