export { getAnvilBinary } from "./anvil/getAnvilBinary.ts";
export { type Artifact, findInPackage, getCreationCode, loadArtifact } from "./contracts/artifact.ts";
export { type CompilerOptions, createCompiler } from "./contracts/createCompiler.ts";
export { createRandom, type Random } from "./scenario/random.ts";
export { type BareChain, type ContractWrite, startBareChain } from "./startBareChain.ts";
export { isPocketChain, POCKET_CHAINS, pocketChains, type PocketChain, type PocketChainFacts } from "./chains.ts";
export {
  AAVE_V3,
  type AaveReserve,
  aaveV3PoolAbi,
  aaveV3Reserves,
  aaveV3RewardsAbi,
  growingTokens,
} from "./contracts/aaveV3Table.ts";
export {
  CONDITIONAL_TOKENS,
  conditionalTokensAbi,
  PREDICTION_COLLATERAL,
  PREDICTION_ORACLE,
  type PredictionMarket,
  predictionMarkets,
} from "./contracts/predictionTable.ts";
export { listFeeds, type PocketFeed } from "./contracts/feedTable.ts";
export { getPairAddress, uniswapV2Deployments, v2PairAbi, v2RouterAbi } from "./contracts/uniswapV2.ts";
export {
  getFullRange,
  getPoolAddress,
  uniswapV3Deployments,
  v3RouterAbi,
  v3PoolAbi,
  v3PositionsAbi,
} from "./contracts/uniswapV3.ts";
export { listPools, type PocketPool } from "./contracts/poolTable.ts";
export { APES, KITTIES, MARKETPLACE, STOREFRONT } from "./contracts/nfts.ts";
export {
  DEPLOYER,
  GALLERY,
  getOddToken,
  type OddToken,
  type OddTokenKind,
  oddTokens,
} from "./contracts/oddTokenTable.ts";
export { ATTEMPTS, DISPERSER, WALLET_FACTORY } from "./contracts/payments.ts";
export { PERMIT2 } from "./contracts/permit2.ts";
export { nameAddress, TREASURY } from "./contracts/treasury.ts";
export { LIDO_TREASURY, reportStake, STETH, stEthAbi, WSTETH, wstEthAbi } from "./contracts/lido.ts";
export {
  MASTER_CHEF,
  masterChefAbi,
  masterChefPools,
  STAKED_PAIR,
  STAKING_REWARDS,
  stakingRewardsAbi,
} from "./contracts/farms.ts";
export { VAULT, vaultAbi } from "./contracts/vaults.ts";
export { HOSTILE_TOKEN, listTokens, type PocketToken, type TokenKind } from "./contracts/tokenTable.ts";
export { PERMIT2_SPENDER, SPENDERS } from "./scenario/actions/approving.ts";
export { GALLERY_URIS } from "./scenario/episodes/gallery.ts";
export { DEMO_OWNER } from "./scenario/people.ts";
export type { Deed } from "./scenario/deed.ts";
export type { Planner } from "./scenario/planner.ts";
export type { ScenarioProgress } from "./scenario/runScenario.ts";
export { DEFAULT_SIZE, type ScenarioSize } from "./scenario/scenarioSize.ts";
export type { PocketChainHandle } from "./startChain.ts";
export { type Pocket, type PocketOptions, startPocket } from "./startPocket.ts";
export { untilMined } from "./untilMined.ts";
