import type { Address } from "../encoding/bytea.ts";

/** Payload: see readTokenNews. */
export const TOKEN_CHANNEL = "portico_token";
/** Payload: the chain whose state changed, contracts of which were identified, or an owner's history on which advanced. */
export const CHAIN_CHANNEL = "portico_chain";
/** Payload: the id of the changed access key, or of the account whose keys all changed. */
export const ACCESS_KEY_CHANNEL = "portico_access_key";
/** Payload: the operation whose price changed. */
export const UNIT_PRICE_CHANNEL = "portico_unit_price";
/** Payload: the chain on which a new address was requested. */
export const INITIAL_SCAN_CHANNEL = "portico_sight";
/** Payload: see parseInitialScanEvent. */
export const SCANNED_CHANNEL = "portico_sighted";
/** Payload: the id of a protocol that changed: its switch, its value, its error. */
export const PROTOCOL_CHANNEL = "portico_protocol";
/** Payload: the chain on which owners have new events; empty: a subscription has something to deliver again. */
export const OWNER_EVENT_CHANNEL = "portico_owner_event";

/** Tokens with changed metadata or price. */
export type TokenNews = {
  chain: string;
  /** Undefined if there are too many to list: any token of the chain may have changed. */
  addresses: Address[] | undefined;
};

/** Parses a payload of the token channel: `eth a0b8…,c02a…`, or `eth` alone. */
export function readTokenNews(payload: string): TokenNews {
  const [chain = "", digits] = payload.split(" ");
  return { chain, addresses: digits?.split(",").map((hex): Address => `0x${hex}`) };
}

/** An owner whose initial scan is complete. */
export type InitialScanEvent = { chain: string; owner: Address };

/** Parses a payload of the channel of completed initial scans: `eth a0b8…`. */
export function parseInitialScanEvent(payload: string): InitialScanEvent {
  const [chain = "", hex = ""] = payload.split(" ");
  return { chain, owner: `0x${hex}` };
}
