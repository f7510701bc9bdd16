export { openReads, READ_LAG_MS, type ReadsOptions, type ReplicaFigures, type Reads } from "./openReads.ts";
export type { PrimaryStore, ReadStore } from "./readStore.ts";
export { parseReadUrls, type ReadUrl } from "./readUrls.ts";
export type { ReplicaChange } from "./replica.ts";
export { ReplicaRefusedError } from "./serverIdentity.ts";
