import type { ForkScene } from "./forkScene.ts";
import { aaveV2Forks } from "./aaveV2Forks.ts";
import { aaveV3Forks } from "./aaveV3Forks.ts";
import { algebraForks } from "./algebraForks.ts";
import { balancerV2Forks } from "./balancerV2Forks.ts";
import { balancerV3Forks } from "./balancerV3Forks.ts";
import { compoundV2Forks } from "./compoundV2Forks.ts";
import { compoundV3Forks } from "./compoundV3Forks.ts";
import { convexBoosterForks } from "./convexBoosterForks.ts";
import { curveForks } from "./curveForks.ts";
import { dforceForks } from "./dforceForks.ts";
import { eigenlayerForks } from "./eigenlayerForks.ts";
import { erc4626Forks } from "./erc4626Forks.ts";
import { ethenaForks } from "./ethenaForks.ts";
import { etherFiForks } from "./etherFiForks.ts";
import { eulerV2Forks } from "./eulerV2Forks.ts";
import { fluidForks } from "./fluidForks.ts";
import { fraxForks } from "./fraxForks.ts";
import { fraxlendForks } from "./fraxlendForks.ts";
import { gearboxForks } from "./gearboxForks.ts";
import { gmxV1Forks } from "./gmxV1Forks.ts";
import { gmxV2Forks } from "./gmxV2Forks.ts";
import { impermaxForks } from "./impermaxForks.ts";
import { iziswapForks } from "./iziswapForks.ts";
import { liquidityBookForks } from "./liquidityBookForks.ts";
import { liquityV1Forks } from "./liquityV1Forks.ts";
import { liquityV2Forks } from "./liquityV2Forks.ts";
import { llamapayForks } from "./llamapayForks.ts";
import { balancerV1Forks, dodoForks, gammaForks, ichiForks } from "./managedVaultForks.ts";
import { masterchefForks } from "./masterchefForks.ts";
import { morphoBlueForks } from "./morphoBlueForks.ts";
import { pendleForks } from "./pendleForks.ts";
import { pool2Forks } from "./pool2Forks.ts";
import { rocketPoolForks } from "./rocketPoolForks.ts";
import { sablierForks } from "./sablierForks.ts";
import { siloForks } from "./siloForks.ts";
import { solidlyForks } from "./solidlyForks.ts";
import { spectraForks } from "./spectraForks.ts";
import { stakingForks } from "./stakingForks.ts";
import { stargateV2Forks } from "./stargateV2Forks.ts";
import { synthetixForks } from "./synthetixForks.ts";
import { tombForks } from "./tombForks.ts";
import { uniswapV2Forks } from "./uniswapV2Forks.ts";
import { uniswapV3Forks } from "./uniswapV3Forks.ts";
import { uniswapV4Forks } from "./uniswapV4Forks.ts";
import { vaultCuratorsForks } from "./vaultCuratorsForks.ts";
import { morphoVaultFactoriesForks, siloVaultFactoriesForks } from "./vaultFactoriesForks.ts";
import { velodromeClForks } from "./velodromeClForks.ts";
import { velodromeV2Forks } from "./velodromeV2Forks.ts";
import { yieldVaultsForks } from "./yieldVaultsForks.ts";

/** Every family whose forks the test of forks installs. */
export const scenes: readonly ForkScene[] = [
  aaveV2Forks,
  aaveV3Forks,
  algebraForks,
  balancerV1Forks,
  balancerV2Forks,
  balancerV3Forks,
  compoundV2Forks,
  compoundV3Forks,
  convexBoosterForks,
  curveForks,
  dforceForks,
  dodoForks,
  eigenlayerForks,
  erc4626Forks,
  ethenaForks,
  etherFiForks,
  eulerV2Forks,
  fluidForks,
  fraxForks,
  fraxlendForks,
  gammaForks,
  gearboxForks,
  gmxV1Forks,
  gmxV2Forks,
  ichiForks,
  impermaxForks,
  iziswapForks,
  liquidityBookForks,
  liquityV1Forks,
  liquityV2Forks,
  llamapayForks,
  masterchefForks,
  morphoBlueForks,
  morphoVaultFactoriesForks,
  pendleForks,
  pool2Forks,
  rocketPoolForks,
  sablierForks,
  siloForks,
  siloVaultFactoriesForks,
  solidlyForks,
  spectraForks,
  stakingForks,
  stargateV2Forks,
  synthetixForks,
  tombForks,
  uniswapV2Forks,
  uniswapV3Forks,
  uniswapV4Forks,
  vaultCuratorsForks,
  velodromeClForks,
  velodromeV2Forks,
  yieldVaultsForks,
];
