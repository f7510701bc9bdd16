export { readPreExecRequest } from "./readPreExecRequest.ts";
export type { PreExecRequest } from "./readPreExecRequest.ts";
export { readUnsignedTx } from "./readUnsignedTx.ts";
export { summarizeActions } from "./summarizeActions.ts";
export { UNLIMITED, toActionResponse } from "./toActionResponse.ts";
export type { ActionMetadata } from "./toActionResponse.ts";
export { nftId, toNftResponse } from "./toNftResponse.ts";
