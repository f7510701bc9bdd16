export type { ChainProgress } from "./progress.ts";
export { keepPricePoints } from "./prices/keepPricePoints.ts";
export { keepPools } from "./protocols/keepPools.ts";
export { keepProtocols } from "./protocols/keepProtocols.ts";
export { runIndexer } from "./runIndexer.ts";
export { listTokenSources, loadTokenLists } from "./tokenLists/loadTokenLists.ts";
export { keepTokenFacts } from "./tokens/keepTokenFacts.ts";
export type { TokenLists } from "./tokenLists/loadTokenLists.ts";
export type { IndexedChain, IndexerOptions } from "./runIndexer.ts";
