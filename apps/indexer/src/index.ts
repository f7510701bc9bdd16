export { listExternalSources } from "./history/sources/findExternalSource.ts";
export { syncPricePoints } from "./prices/history/syncPricePoints.ts";
export { syncCatalogue } from "./protocols/syncCatalogue.ts";
export { syncPools } from "./protocols/syncPools.ts";
export { syncProtocols } from "./protocols/syncProtocols.ts";
export { runIndexer } from "./runIndexer.ts";
export { syncTokenMetadata } from "./tokens/syncTokenMetadata.ts";
export type { IndexerOptions } from "./runIndexer.ts";
export { createMetrics } from "./status/metrics.ts";
