import type { Protocol } from "@portico/contract";
import type { ProtocolTable } from "./protocolTable.ts";

/** Protocols of some chains in the contract's form: the largest first, then by id. */
export const listProtocolResponses = (
  protocols: Pick<ProtocolTable, "list" | "toResponse">,
  chains: readonly string[],
): Protocol[] =>
  chains
    .flatMap((chain) => protocols.list(chain))
    .map(({ id }) => protocols.toResponse(id))
    .toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? -1 : 1));
