import { chainlink } from "./chainlink.ts";
import type { ContractSet } from "./contractSet.ts";
import { multicall3 } from "./multicall3.ts";
import { nfts } from "./nfts.ts";
import { payments } from "./payments.ts";
import { permit2 } from "./permit2.ts";
import { tokens } from "./tokens.ts";
import { uniswapV2 } from "./uniswapV2.ts";
import { uniswapV3 } from "./uniswapV3.ts";
import { vaults } from "./vaults.ts";

/** All that stands on a pocket chain, in the order of its set-up. A new protocol is a file beside these and a row here. */
export const contractSets: readonly ContractSet[] = [
  multicall3,
  permit2,
  tokens,
  chainlink,
  nfts,
  payments,
  uniswapV2,
  uniswapV3,
  vaults,
];
