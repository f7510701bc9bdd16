/** Forms of the ids in the paths of pages, images and facts. Nothing else reaches the store or the data API. */
export const CHAIN = /^[a-z0-9_]{1,24}$/;
export const TOKEN = /^(?:0x[0-9a-f]{40}|(?!0x)[a-z0-9_]{1,24})$/;
export const PROTOCOL = /^[a-z0-9_]{1,60}$/;
export const CONTRACT = /^0x[0-9a-f]{40}$/;
export const HASH = /^0x[0-9a-f]{64}$/;
/** Up to 15 digits: exact as a number. */
export const BLOCK = /^(?:0|[1-9]\d{0,14})$/;
/** Of an NFT, as decimal text. */
export const TOKEN_ID = /^(?:0|[1-9]\d{0,77})$/;
