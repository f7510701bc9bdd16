import type { Protocol } from "@portico/contract";
import type { ProtocolTable } from "./protocolTable.ts";

/** Protocols of some chains in the contract's form: the largest first, then by id. */
export const listWireProtocols = (
  protocols: Pick<ProtocolTable, "list" | "wire">,
  chains: readonly string[],
): Protocol[] =>
  chains
    .flatMap((chain) => protocols.list(chain))
    .map(({ id }) => protocols.wire(id))
    .toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? -1 : 1));
