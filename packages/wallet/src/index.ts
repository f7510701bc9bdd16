export { readPreExecRequest } from "./readPreExecRequest.ts";
export type { PreExecRequest } from "./readPreExecRequest.ts";
export { readUnsignedTx } from "./readUnsignedTx.ts";
export { UNLIMITED, wireAction } from "./wireAction.ts";
export type { ActionFacts } from "./wireAction.ts";
export { nftId, wireNft } from "./wireNft.ts";
