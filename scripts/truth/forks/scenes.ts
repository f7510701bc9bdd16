import { balancerV2Forks } from "./balancerV2Forks.ts";
import { compoundV2Forks } from "./compoundV2Forks.ts";
import { erc4626Forks } from "./erc4626Forks.ts";
import type { ForkScene } from "./forkScene.ts";
import { liquidityBookForks } from "./liquidityBookForks.ts";
import { masterchefForks } from "./masterchefForks.ts";
import { stakingForks } from "./stakingForks.ts";
import { solidlyForks } from "./solidlyForks.ts";
import { uniswapV2Forks } from "./uniswapV2Forks.ts";
import { uniswapV3Forks } from "./uniswapV3Forks.ts";

/** Every family whose forks the test of forks installs. */
export const scenes: readonly ForkScene[] = [
  uniswapV2Forks,
  uniswapV3Forks,
  liquidityBookForks,
  masterchefForks,
  stakingForks,
];
export const scenes: readonly ForkScene[] = [uniswapV2Forks, balancerV2Forks, solidlyForks];
export const scenes: readonly ForkScene[] = [uniswapV2Forks, compoundV2Forks, erc4626Forks];
