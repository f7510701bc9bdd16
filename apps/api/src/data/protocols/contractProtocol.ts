import type { Protocol2 } from "@portico/contract";
import type { Address } from "@portico/evm";
import { listContractProtocols } from "@portico/store";
import type { Deps } from "../../deps.ts";

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
    const id = chooseProtocol({ protocols, tokens }, { chain, address }, found.get(address));
    return id === undefined ? null : protocols.wireShort(id);
  };
}

/** @param found - By the index. @returns The id of a protocol that is known. */
export function chooseProtocol(
  { protocols, tokens }: Pick<Deps, "protocols" | "tokens">,
  { chain, address }: { chain: string; address: Address },
  found: string | undefined,
): string | undefined {
  const claims = [protocols.findAt(chain, address)?.id, tokens.find(chain, address)?.token.protocolId, found];
  return claims.find((claim = "") => protocols.find(claim) !== undefined);
}
