export { isPocketChain, pocketChains, type PocketChain, type PocketChainFacts } from "./chains.ts";
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
export { STETH, VAULT, vaultAbi, WSTETH } from "./contracts/vaults.ts";
export { HOSTILE_TOKEN, listTokens, type PocketToken, type TokenKind } from "./contracts/tokenTable.ts";
export { PERMIT2_SPENDER, SPENDERS } from "./scenario/actions/approving.ts";
export { GALLERY_URIS } from "./scenario/episodes/gallery.ts";
export { DEMO_OWNER } from "./scenario/people.ts";
export type { ScenarioProgress } from "./scenario/runScenario.ts";
export { DEFAULT_SIZE, type ScenarioSize } from "./scenario/scenarioSize.ts";
export type { PocketChainHandle } from "./startChain.ts";
export { type Pocket, type PocketOptions, startPocket } from "./startPocket.ts";
export { untilMined } from "./untilMined.ts";
