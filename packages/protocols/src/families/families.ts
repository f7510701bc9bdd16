import type { Family } from "../family.ts";
import { aaveV2Family } from "./aave-v2/aaveV2.ts";
import { aaveV3Family } from "./aave-v3/aaveV3.ts";
import { aaveV4Family } from "./aave-v4/aaveV4.ts";
import { ajnaFamily } from "./ajna/ajna.ts";
import { algebraFamily } from "./algebra/algebra.ts";
import { balancerV1Family } from "./balancer-v1/balancerV1.ts";
import { balancerV2Family } from "./balancer-v2/balancerV2.ts";
import { balancerV3Family } from "./balancer-v3/balancerV3.ts";
import { compoundV2Family } from "./compound-v2/compoundV2.ts";
import { compoundV3Family } from "./compound-v3/compoundV3.ts";
import { convexBoosterFamily } from "./convex-booster/convexBooster.ts";
import { curveFamily } from "./curve/curve.ts";
import { dforceFamily } from "./dforce/dforce.ts";
import { dodoFamily } from "./dodo/dodo.ts";
import { eigenlayerFamily } from "./eigenlayer/eigenlayer.ts";
import { erc4626Family } from "./erc4626/erc4626.ts";
import { ethenaFamily } from "./ethena/ethena.ts";
import { etherFiFamily } from "./ether-fi/etherFi.ts";
import { eulerV2Family } from "./euler-v2/eulerV2.ts";
import { fluidFamily } from "./fluid/fluid.ts";
import { fraxFamily } from "./frax/frax.ts";
import { fraxlendFamily } from "./fraxlend/fraxlend.ts";
import { fujiFamily } from "./fuji/fuji.ts";
import { gammaFamily } from "./gamma/gamma.ts";
import { gearboxFamily } from "./gearbox/gearbox.ts";
import { gmxV1Family } from "./gmx-v1/gmxV1.ts";
import { gmxV2Family } from "./gmx-v2/gmxV2.ts";
import { gmxV2LikeFamily } from "./gmx-v2-like/gmxV2Like.ts";
import { ichiFamily } from "./ichi/ichi.ts";
import { impermaxFamily } from "./impermax/impermax.ts";
import { iziswapFamily } from "./iziswap/iziswap.ts";
import { liquityV1Family } from "./liquity-v1/liquityV1.ts";
import { liquityV2Family } from "./liquity-v2/liquityV2.ts";
import { llamapayFamily } from "./llamapay/llamapay.ts";
import { marketFactoriesFamily } from "./market-factories/marketFactories.ts";
import { masterchefFamily } from "./masterchef/masterchef.ts";
import { morphoBlueFamily } from "./morpho-blue/morphoBlue.ts";
import { morphoVaultFactoriesFamily } from "./morpho-vault-factories/morphoVaultFactories.ts";
import { ohmFamily } from "./ohm/ohm.ts";
import { pendleFamily } from "./pendle/pendle.ts";
import { poolFactoriesOtherFamily } from "./pool-factories-other/poolFactoriesOther.ts";
import { pool2Family } from "./pool2/pool2.ts";
import { reserveFamily } from "./reserve/reserve.ts";
import { rocketPoolFamily } from "./rocket-pool/rocketPool.ts";
import { sablierFamily } from "./sablier/sablier.ts";
import { siloV1Family } from "./silo-v1/siloV1.ts";
import { siloFamily } from "./silo/silo.ts";
import { siloVaultFactoriesFamily } from "./silo-vault-factories/siloVaultFactories.ts";
import { solidlyFamily } from "./solidly/solidly.ts";
import { spectraFamily } from "./spectra/spectra.ts";
import { stakingOnlyFamily } from "./staking-only/stakingOnly.ts";
import { stargateV2Family } from "./stargate-v2/stargateV2.ts";
import { synthetixFamily } from "./synthetix/synthetix.ts";
import { tombFamily } from "./tomb/tomb.ts";
import { traderJoeLbFamily } from "./trader-joe-lb/traderJoeLb.ts";
import { uniswapV2Family } from "./uniswap-v2/uniswapV2.ts";
import { uniswapV3Family } from "./uniswap-v3/uniswapV3.ts";
import { uniswapV4Family } from "./uniswap-v4/uniswapV4.ts";
import { uniswapV4HooksFamily } from "./uniswap-v4-hooks/uniswapV4Hooks.ts";
import { vaultCuratorsFamily } from "./vault-curators/vaultCurators.ts";
import { vaultFactoriesFamily } from "./vault-factories/vaultFactories.ts";
import { velodromeClFamily } from "./velodrome-cl/velodromeCl.ts";
import { velodromeV2Family } from "./velodrome-v2/velodromeV2.ts";
import { yieldFarmFamily } from "./yield-farm/yieldFarm.ts";
import { yieldVaultsFamily } from "./yield-vaults/yieldVaults.ts";

/** Every family with a table of protocols, by name. A new one is a folder and a row here. */
export const families: ReadonlyMap<string, Family> = new Map(
  [
    aaveV2Family,
    aaveV3Family,
    aaveV4Family,
    ajnaFamily,
    algebraFamily,
    balancerV1Family,
    balancerV2Family,
    balancerV3Family,
    compoundV2Family,
    compoundV3Family,
    convexBoosterFamily,
    curveFamily,
    dforceFamily,
    dodoFamily,
    eigenlayerFamily,
    erc4626Family,
    ethenaFamily,
    etherFiFamily,
    eulerV2Family,
    fluidFamily,
    fraxFamily,
    fraxlendFamily,
    fujiFamily,
    gammaFamily,
    gearboxFamily,
    gmxV1Family,
    gmxV2Family,
    gmxV2LikeFamily,
    ichiFamily,
    impermaxFamily,
    iziswapFamily,
    liquityV1Family,
    liquityV2Family,
    llamapayFamily,
    marketFactoriesFamily,
    masterchefFamily,
    morphoBlueFamily,
    morphoVaultFactoriesFamily,
    ohmFamily,
    pendleFamily,
    poolFactoriesOtherFamily,
    pool2Family,
    reserveFamily,
    rocketPoolFamily,
    sablierFamily,
    siloFamily,
    siloV1Family,
    siloVaultFactoriesFamily,
    solidlyFamily,
    spectraFamily,
    stakingOnlyFamily,
    stargateV2Family,
    synthetixFamily,
    tombFamily,
    traderJoeLbFamily,
    uniswapV2Family,
    uniswapV3Family,
    uniswapV4Family,
    uniswapV4HooksFamily,
    vaultCuratorsFamily,
    vaultFactoriesFamily,
    velodromeClFamily,
    velodromeV2Family,
    yieldFarmFamily,
    yieldVaultsFamily,
  ].map((family) => [family.name, family as unknown as Family]),
);
