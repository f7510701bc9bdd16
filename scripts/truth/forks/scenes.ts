import type { ForkScene } from "./forkScene.ts";
import { aaveV3Forks } from "./aaveV3Forks.ts";
import { algebraForks } from "./algebraForks.ts";
import { balancerV2Forks } from "./balancerV2Forks.ts";
import { balancerV3Forks } from "./balancerV3Forks.ts";
import { compoundV2Forks } from "./compoundV2Forks.ts";
import { convexBoosterForks } from "./convexBoosterForks.ts";
import { curveForks } from "./curveForks.ts";
import { eigenlayerForks } from "./eigenlayerForks.ts";
import { erc4626Forks } from "./erc4626Forks.ts";
import { ethenaForks } from "./ethenaForks.ts";
import { etherFiForks } from "./etherFiForks.ts";
import { fraxForks } from "./fraxForks.ts";
import { gmxV1Forks } from "./gmxV1Forks.ts";
import { gmxV2Forks } from "./gmxV2Forks.ts";
import { iziswapForks } from "./iziswapForks.ts";
import { liquidityBookForks } from "./liquidityBookForks.ts";
import { liquityV2Forks } from "./liquityV2Forks.ts";
import { llamapayForks } from "./llamapayForks.ts";
import { balancerV1Forks, dodoForks, gammaForks, ichiForks } from "./managedVaultForks.ts";
import { masterchefForks } from "./masterchefForks.ts";
import { pendleForks } from "./pendleForks.ts";
import { pool2Forks } from "./pool2Forks.ts";
import { rocketPoolForks } from "./rocketPoolForks.ts";
import { sablierForks } from "./sablierForks.ts";
import { solidlyForks } from "./solidlyForks.ts";
import { spectraForks } from "./spectraForks.ts";
import { stakingForks } from "./stakingForks.ts";
import { stargateV2Forks } from "./stargateV2Forks.ts";
import { synthetixForks } from "./synthetixForks.ts";
import { tombForks } from "./tombForks.ts";
import { uniswapV2Forks } from "./uniswapV2Forks.ts";
import { uniswapV3Forks } from "./uniswapV3Forks.ts";
import { uniswapV4Forks } from "./uniswapV4Forks.ts";
import { velodromeClForks } from "./velodromeClForks.ts";
import { velodromeV2Forks } from "./velodromeV2Forks.ts";

/** Every family whose forks the test of forks installs. */
export const scenes: readonly ForkScene[] = [
  aaveV3Forks,
  algebraForks,
  balancerV1Forks,
  balancerV2Forks,
  balancerV3Forks,
  compoundV2Forks,
  convexBoosterForks,
  curveForks,
  dodoForks,
  eigenlayerForks,
  erc4626Forks,
  ethenaForks,
  etherFiForks,
  fraxForks,
  gammaForks,
  gmxV1Forks,
  gmxV2Forks,
  ichiForks,
  iziswapForks,
  liquidityBookForks,
  liquityV2Forks,
  llamapayForks,
  masterchefForks,
  pendleForks,
  pool2Forks,
  rocketPoolForks,
  sablierForks,
  solidlyForks,
  spectraForks,
  stakingForks,
  stargateV2Forks,
  synthetixForks,
  tombForks,
  uniswapV2Forks,
  uniswapV3Forks,
  uniswapV4Forks,
  velodromeClForks,
  velodromeV2Forks,
];
