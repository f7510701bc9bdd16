import type { Protocol } from "@portico/contract";

/** What a list is made from: see `ProtocolTable`. */
export interface ListedProtocols {
  readonly list: (chain: string) => readonly { readonly id: string }[];
  readonly toResponse: (id: string) => Protocol;
}

/** Protocols of some chains in the contract's form: the largest first, then by id. */
export const listProtocolResponses = (protocols: ListedProtocols, chains: readonly string[]): Protocol[] =>
  chains
    .flatMap((chain) => protocols.list(chain))
    .map(({ id }) => protocols.toResponse(id))
    .toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? -1 : 1));
