export { postJson } from "./anvil/postJson.ts";
export { type Artifact, findInPackage, getCreationCode, loadArtifact } from "./contracts/artifact.ts";
export { compileContract } from "./contracts/compileContract.ts";
export { checkSolidity, writeCompiled } from "./contracts/compiledContracts.ts";
export { createCompiler } from "./contracts/createCompiler.ts";
export { createRandom, type Random } from "./scenario/random.ts";
export { type BareChain, type ContractWrite, startBareChain } from "./startBareChain.ts";
export { isDevnetChain, DEVNET_CHAINS, devnetChains, type DevnetChain } from "./chains.ts";
export { AAVE_V3, aaveV3PoolAbi, aaveV3Reserves, aaveV3RewardsAbi, growingTokens } from "./contracts/aaveV3Table.ts";
export { CONDITIONAL_TOKENS } from "./contracts/predictionTable.ts";
export { listCurrencyFeeds, listFeeds, type DevnetFeed } from "./contracts/feedTable.ts";
export { getPairAddress, uniswapV2Deployments, v2PairAbi, v2RouterAbi } from "./contracts/uniswapV2.ts";
export {
  getFullRange,
  getPoolAddress,
  uniswapV3Deployments,
  v3RouterAbi,
  v3PoolAbi,
  v3PositionsAbi,
} from "./contracts/uniswapV3.ts";
export { listPools, type DevnetPool } from "./contracts/poolTable.ts";
export { APES, KITTIES, MARKETPLACE, STOREFRONT } from "./contracts/nfts.ts";
export { DEPLOYER, GALLERY, getNonstandardToken, nonstandardTokens } from "./contracts/nonstandardTokenTable.ts";
export { DISPERSER, WALLET_FACTORY } from "./contracts/payments.ts";
export { loadPermit2, PERMIT2 } from "./contracts/permit2.ts";
export { nameAddress, TREASURY } from "./contracts/treasury.ts";
export { STETH, WSTETH, wstEthAbi } from "./contracts/lido.ts";
export { MASTER_CHEF, masterChefAbi, masterChefPools, STAKING_REWARDS, stakingRewardsAbi } from "./contracts/farms.ts";
export { VAULT, vaultAbi } from "./contracts/vaults.ts";
export { HOSTILE_TOKEN, listTokens, type DevnetToken } from "./contracts/tokenTable.ts";
export { PERMIT2_SPENDER, SPENDERS } from "./scenario/actions/approving.ts";
export { GALLERY_URIS } from "./scenario/episodes/gallery.ts";
export type { ScenarioTransaction } from "./scenario/scenarioTransaction.ts";
export { type ScenarioSize } from "./scenario/scenarioSize.ts";
export { type Devnet, startDevnet } from "./startDevnet.ts";
export { untilMined } from "./untilMined.ts";
