import type { Address } from "@portico/evm";

/** Why a source may be believed, best first. A mention names nothing, but may disagree. */
export const RANKS = [
  "named",
  "deployment",
  "signing",
  "label",
  "router",
  "role",
  "bridge",
  "adapter",
  "mention",
] as const;
export type Rank = (typeof RANKS)[number];

/** A source's statement that a contract belongs to a protocol. */
export interface ContractClaim {
  /** Key of the table's protocols; see protocolKey.ts. */
  protocol: string;
  /** Slug; `*` of a mention that names no chain. */
  chain: string;
  /** Lower-case. */
  address: Address;
  rank: Rank;
  /** A token of the protocol that everybody moves, such as its governance token. */
  isToken?: boolean;
  /** The protocol's name in the source. */
  name?: string;
}
