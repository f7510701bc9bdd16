import { expect, test } from "vitest";
import { readIntent } from "./intent.ts";

test.each([
  ["claimRewards", "claim"],
  ["claim_many", "claim"],
  ["batchClaimReward", "claim"],
  ["getReward", "claim"],
  ["depositForBurn", "bridge"],
  ["bridgeETHTo", "bridge"],
  ["swapAndStartBridgeTokensViaHop", "bridge"],
  ["sendToL2", "bridge"],
  ["addLiquidityETH", "deposit"],
  ["add_liquidity", "deposit"],
  ["removeLiquidity", "withdraw"],
  ["remove_liquidity_one_coin", "withdraw"],
  ["swapExactTokensForTokens", "swap"],
  ["exchange_multiple", "swap"],
  ["castVoteBySig", "governance"],
  ["vote_for_gauge_weights", "governance"],
  ["delegate", "delegate"],
  ["create_lock", "lock"],
  ["unlock", "unlock"],
  ["renewAll", "renew"],
  ["migrateAll", "migrate"],
  ["cancelOrder", "order_cancelled"],
  ["airdropTokens", "airdrop"],
  ["closeTrove", "repay"],
  ["liquidateBorrow", "liquidation"],
  ["ERC20Swap", "swap"],
] as const)("%s promises %s", (name, intent) => {
  expect(readIntent(name)).toBe(intent);
});

test.each(["", "multicall", "setName", "relayer", "address", "lockdowns", "execute", "exitsPool", "Adder"])(
  "%j promises nothing",
  (name) => {
    expect(readIntent(name)).toBeUndefined();
  },
);
