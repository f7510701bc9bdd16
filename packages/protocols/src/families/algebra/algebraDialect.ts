import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { numberToHex } from "viem";
import type { TickRange, TokenPair } from "../liquidity.ts";
import type { FactoryView, RangeDialect } from "../rangeDialect.ts";
import { toAddress } from "../readWords.ts";

/** Algebra 1, 2 and Integral. @see "IAlgebraPoolState of @cryptoalgebra/core 2.0.0 and 3.0.0 and of integral-core" */
export const algebraDialect: RangeDialect = {
  nfts: [
    { length: 12, tokens: 2, key: 4, lower: 5, toPoolView: byDeployer },
    { length: 11, tokens: 2, lower: 4, toPoolView: byDeployer },
  ],
  price: "globalState()",
  growth: ["totalFeeGrowth0Token()", "totalFeeGrowth1Token()"],
  // Integral's: liquidityTotal, liquidityDelta, prevTick, nextTick, then the growth
  ticks: [
    { length: 6, growth: 4 },
    { length: 8, growth: 2 },
  ],
  // Algebra 1 has the time of the last deposit between liquidity and growth
  accounts: [
    { length: 5, growth: 1 },
    { length: 6, growth: 2 },
  ],
  toKeys: (owner, _tokenId, range) => [toPackedKey(owner, range)],
  taken: ["getCommunityFeePending()", "getPluginFeePending()"],
};

/** Pools of a plug-in's deployer are apart. */
function byDeployer([token0, token1]: TokenPair<Address>, deployer: bigint): FactoryView {
  return toAddress(deployer) === ZERO_ADDRESS
    ? { view: "poolByPair(address,address)", args: [token0, token1] }
    : { view: "customPoolByPair(address,address,address)", args: [toAddress(deployer), token0, token1] };
}

/** @see "PositionKey of @cryptoalgebra/periphery" */
function toPackedKey(owner: Address, { tickLower, tickUpper }: TickRange): Hex {
  const [lower, upper] = [BigInt.asUintN(24, BigInt(tickLower)), BigInt.asUintN(24, BigInt(tickUpper))];
  return numberToHex((BigInt(owner) << 48n) | (lower << 24n) | upper, { size: 32 });
}
