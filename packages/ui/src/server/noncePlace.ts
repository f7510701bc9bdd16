/** The placeholder of the nonce in built HTML. */
export const NONCE_PLACE = "PORTICO_NONCE";
