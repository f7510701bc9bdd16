export type { ChainProgress } from "./progress.ts";
export { runIndexer } from "./runIndexer.ts";
export type { IndexedChain, IndexerOptions } from "./runIndexer.ts";
