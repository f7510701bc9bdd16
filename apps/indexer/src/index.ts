export { keepPricePoints } from "./prices/history/keepPricePoints.ts";
export { keepPools } from "./protocols/keepPools.ts";
export { keepProtocols } from "./protocols/keepProtocols.ts";
export { runIndexer } from "./runIndexer.ts";
export { keepTokenFacts } from "./tokens/keepTokenFacts.ts";
export type { IndexerOptions } from "./runIndexer.ts";
export { createMetrics } from "./status/metrics.ts";
