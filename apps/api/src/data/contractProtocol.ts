import type { Protocol2 } from "@portico/contract";
import type { Address } from "@portico/evm";
import { listContractProtocols } from "@portico/store";
import type { Deps } from "../deps.ts";

/** The protocol that an address of a chain is a contract of; null when none is known. */
export type FindContractProtocol = (address: Address) => Protocol2 | null;

/** Of these addresses: by the adapters' tables, as the receipt that the token says it is, or by what else the indexer found. */
export async function readContractProtocols(
  { db, protocols, tokens }: Pick<Deps, "db" | "protocols" | "tokens">,
  chain: string,
  addresses: Iterable<Address>,
): Promise<FindContractProtocol> {
  const others = [...new Set(addresses)].filter((address) => protocols.findAt(chain, address) === undefined);
  const found = await listContractProtocols(db, chain, others);
  return (address) => {
    const claims = [
      protocols.findAt(chain, address)?.id,
      tokens.find(chain, address)?.token.protocolId,
      found.get(address),
    ];
    const id = claims.find((claim = "") => protocols.find(claim) !== undefined);
    return id === undefined ? null : protocols.wireShort(id);
  };
}
