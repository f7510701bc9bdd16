import type { Address } from "../encoding/bytea.ts";

/** Payload: see readTokenNews. */
export const TOKEN_CHANNEL = "portico_token";
/** Payload: the chain whose state moved. */
export const CHAIN_CHANNEL = "portico_chain";
/** Payload: the id of the access key that changed, or of the account whose keys all did. */
export const ACCESS_KEY_CHANNEL = "portico_access_key";
/** Payload: the operation whose price changed. */
export const UNIT_PRICE_CHANNEL = "portico_unit_price";
/** Payload: the chain on which an address was asked for that was never asked for before. */
export const SIGHT_CHANNEL = "portico_sight";
/** Payload: see readSightNews. */
export const SIGHTED_CHANNEL = "portico_sighted";
/** Payload: the id of the protocol of which something changed: its switch, its value, why it can't be read. */
export const PROTOCOL_CHANNEL = "portico_protocol";

/** Whose metadata or price changed. */
export type TokenNews = {
  chain: string;
  /** Undefined when there are too many to name: any of the chain may have changed. */
  addresses: Address[] | undefined;
};

/** Reads a payload of the token channel: `eth a0b8…,c02a…`, or `eth` alone. */
export function readTokenNews(payload: string): TokenNews {
  const [chain = "", digits] = payload.split(" ");
  return { chain, addresses: digits?.split(",").map((hex): Address => `0x${hex}`) };
}

/** Whose listed balances were read for the first time. */
export type SightNews = { chain: string; owner: Address };

/** Reads a payload of the channel of what was sighted: `eth a0b8…`. */
export function readSightNews(payload: string): SightNews {
  const [chain = "", hex = ""] = payload.split(" ");
  return { chain, owner: `0x${hex}` };
}
