import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { type AbiFunction, toFunctionSelector } from "viem";
import { expect, test } from "vitest";
import { toKnownFunction } from "../functionRow.ts";
import { anyValues } from "../testing/anyArguments.ts";
import { explain } from "../testing/explain.ts";
import { rows } from "./functions.ts";
import { protocolRows } from "./protocols.ts";

const selectorOf = (signature: string) => toFunctionSelector(toKnownFunction({ signature, category: "" }).abi);

test("no two rows share a selector: the last one would win", () => {
  const all = rows.map(({ signature }) => selectorOf(signature));
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
});

const resolver = createRequire(import.meta.url);
function readAbi(packageName: string, path: string): AbiFunction[] {
  const file = join(dirname(resolver.resolve(`${packageName}/package.json`)), path);
  const { abi } = JSON.parse(readFileSync(file, "utf8")) as { abi: AbiFunction[] };
  return abi.filter(({ type, stateMutability }) => type === "function" && !/^(view|pure)$/.test(stateMutability));
}

/** Without a row: for administrators or other contracts only, or not called in practice. */
test.each([
  ["@uniswap/v2-core", "build/UniswapV2Pair.json", "initialize"],
  ["@uniswap/v2-periphery", "build/UniswapV2Router02.json", ""],
  [
    "@uniswap/v3-core",
    "artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json",
    "burn collect collectProtocol flash increaseObservationCardinalityNext initialize mint setFeeProtocol",
  ],
  ["@uniswap/v3-periphery", "artifacts/contracts/SwapRouter.sol/SwapRouter.json", "uniswapV3SwapCallback"],
  [
    "@uniswap/v3-periphery",
    "artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json",
    "uniswapV3MintCallback",
  ],
  [
    "@uniswap/swap-router-contracts",
    "artifacts/contracts/SwapRouter02.sol/SwapRouter02.json",
    "approveMax approveMaxMinusOne approveZeroThenMax approveZeroThenMaxMinusOne callPositionManager getApprovalType increaseLiquidity mint uniswapV3SwapCallback",
  ],
  [
    "@aave/core-v3",
    "artifacts/contracts/protocol/pool/Pool.sol/Pool.json",
    "backUnbacked configureEModeCategory dropReserve finalizeTransfer initReserve initialize mintToTreasury mintUnbacked rescueTokens resetIsolationModeTotalDebt setConfiguration setReserveInterestRateStrategyAddress updateBridgeProtocolFee updateFlashloanPremiums",
  ],
  [
    "@aave/core-v3",
    "artifacts/contracts/protocol/pool/L2Pool.sol/L2Pool.json",
    "backUnbacked configureEModeCategory dropReserve finalizeTransfer initReserve initialize mintToTreasury mintUnbacked rescueTokens resetIsolationModeTotalDebt setConfiguration setReserveInterestRateStrategyAddress updateBridgeProtocolFee updateFlashloanPremiums",
  ],
  [
    "@aave/periphery-v3",
    "artifacts/contracts/rewards/RewardsController.sol/RewardsController.json",
    "configureAssets handleAction initialize setClaimer setDistributionEnd setEmissionManager setEmissionPerSecond setRewardOracle setTransferStrategy",
  ],
  [
    "@aave/periphery-v3",
    "artifacts/contracts/misc/WrappedTokenGatewayV3.sol/WrappedTokenGatewayV3.json",
    "emergencyEtherTransfer emergencyTokenTransfer renounceOwnership transferOwnership",
  ],
  [
    "@aave/aave-stake",
    "artifacts/contracts/stake/StakedAave.sol/StakedAave.json",
    "configureAssets getNextCooldownTimestamp initialize",
  ],
  ["@uniswap/liquidity-staker", "build/StakingRewards.json", "notifyRewardAmount"],
  ["@uniswap/v3-staker", "artifacts/contracts/UniswapV3Staker.sol/UniswapV3Staker.json", "onERC721Received"],
  [
    "@pancakeswap/masterchef-v3",
    "artifacts/contracts/MasterChefV3.sol/MasterChefV3.json",
    "add onERC721Received renounceOwnership set setEmergency setLMPoolDeployer setOperator setPeriodDuration setReceiver transferOwnership updateBoostMultiplier updateFarmBoostContract updateLiquidity updatePools upkeep",
  ],
  ["@gnosis.pm/conditional-tokens-contracts", "build/contracts/ConditionalTokens.json", ""],
  ["@openzeppelin/contracts", "build/contracts/IGovernor.json", "castVoteWithReasonAndParamsBySig"],
])("every function of %s %s that users call has a row with the same selector", (packageName, path, others) => {
  const known = new Set(rows.map(({ signature }) => selectorOf(signature)));
  const missing = readAbi(packageName, path).filter((one) => !known.has(toFunctionSelector(one)));
  expect(
    missing
      .map(({ name }) => name)
      .toSorted()
      .join(" "),
  ).toBe(others);
});

test("whatever the arguments, a row yields an action, and its amounts fit in 256 bits", () => {
  const oneCall = fc.constantFrom(...protocolRows).chain((row) => {
    const { abi } = toKnownFunction(row);
    return fc.record({ selector: fc.constant(toFunctionSelector(abi)), args: anyValues(abi.inputs) });
  });
  fc.assert(
    fc.property(
      oneCall,
      fc.nat(),
      fc.constantFrom("erc20", "erc721", "erc1155"),
      ({ selector, args }, value, standard) => {
        const actions = explain(selector, args, { rawValue: BigInt(value), standard });
        expect(actions.length).toBeGreaterThan(0);
        for (const action of actions) {
          if (action.type !== "call") continue;
          for (const { rawAmount, token } of [...action.sends, ...action.receives]) {
            expect(rawAmount >= 0n && rawAmount < 2n ** 256n && /^0x[0-9a-f]{40}$/.test(token)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 600 },
  );
});
