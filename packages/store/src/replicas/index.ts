export { openReads, type ReadsOptions, type ReplicaFigures, type Reads } from "./openReads.ts";
export type { PrimaryStore, ReadStore } from "./readStore.ts";
export { parseReadUrls, type ReadUrl } from "./readUrls.ts";
