import type { ForkScene } from "./forkScene.ts";
import { uniswapV2Forks } from "./uniswapV2Forks.ts";

/** Every family whose forks the test of forks installs. */
export const scenes: readonly ForkScene[] = [uniswapV2Forks];
