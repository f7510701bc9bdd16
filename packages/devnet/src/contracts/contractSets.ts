import type { DevnetChain } from "../chains.ts";
import { aaveV3Core } from "./aaveV3Core.ts";
import { aaveV3Market } from "./aaveV3Market.ts";
import { chainlink } from "./chainlink.ts";
import { conditionalTokens } from "./conditionalTokens.ts";
import type { ContractSet } from "./contractSet.ts";
import { ens } from "./ens.ts";
import { farms } from "./farms.ts";
import { lido } from "./lido.ts";
import { multicall3 } from "./multicall3.ts";
import { nfts } from "./nfts.ts";
import { payments } from "./payments.ts";
import { permit2 } from "./permit2.ts";
import { tokens } from "./tokens.ts";
import { uniswapV2 } from "./uniswapV2.ts";
import { uniswapV3 } from "./uniswapV3.ts";
import { vaults } from "./vaults.ts";

/**
 * All contracts of a devnet chain, in the order of their set-up. A new protocol is a file in this folder and a row
 * here.
 */
const contractSets: readonly ContractSet[] = [
  multicall3,
  permit2,
  ens,
  tokens,
  chainlink,
  nfts,
  payments,
  uniswapV2,
  uniswapV3,
  vaults,
  lido,
  farms,
  aaveV3Core,
  aaveV3Market,
  conditionalTokens,
];

const HOMES: readonly DevnetChain[] = ["eth", "base"];

export const listContractSets = (chain: DevnetChain): ContractSet[] =>
  contractSets.filter(({ chains = HOMES }) => chains.includes(chain));
