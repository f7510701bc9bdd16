/** Payload: the chain whose tokens or prices changed. */
export const TOKEN_CHANNEL = "portico_token";
/** Payload: the chain whose state moved. */
export const CHAIN_CHANNEL = "portico_chain";
/** Payload: the id of the access key that changed. */
export const ACCESS_KEY_CHANNEL = "portico_access_key";
