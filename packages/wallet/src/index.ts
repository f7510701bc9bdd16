export { readPreExecRequest } from "./readPreExecRequest.ts";
export type { PreExecRequest } from "./readPreExecRequest.ts";
export { readUnsignedTx } from "./readUnsignedTx.ts";
export { summarizeActions, type SummarizedCall } from "./summarizeActions.ts";
export { summarizeChanges } from "./summarizeChanges.ts";
export { UNLIMITED, toActionResponse } from "./toActionResponse.ts";
export type { ActionMetadata } from "./toActionResponse.ts";
export { nftId, toNftResponse } from "./toNftResponse.ts";
