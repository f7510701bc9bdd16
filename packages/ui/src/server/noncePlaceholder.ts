/** The placeholder of the nonce in built HTML. */
export const NONCE_PLACEHOLDER = "PORTICO_NONCE";
