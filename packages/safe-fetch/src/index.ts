export { checkUrl, explainRefusal, getPort } from "./checkUrl.ts";
export { FetchError, ForbiddenUrlError, PrivateHostError, refuse } from "./fetchError.ts";
export { fetchGuarded } from "./fetchGuarded.ts";
export { PRIVATE_RULES, PUBLIC_RULES } from "./fetchRules.ts";
export type { FetchRules } from "./fetchRules.ts";
export { DEFAULT_IPFS_GATEWAY, findIpfsPath, readIpfsGateway, toGatewayUrl } from "./ipfs.ts";
