import type { Protocol2 } from "@portico/contract";
import type { Address } from "@portico/evm";
import { listContractProtocols } from "@portico/store";
import type { Deps } from "../../deps.ts";

/** The protocol of a contract address; null if unknown. */
export type FindContractProtocol = (address: Address) => Protocol2 | null;

/** Of these addresses: by the adapters' tables, by the token's receipt metadata, or by the indexer's detection. */
export async function readContractProtocols(
  { db, protocols, tokens }: Pick<Deps, "db" | "protocols" | "tokens">,
  chain: string,
  addresses: Iterable<Address>,
): Promise<FindContractProtocol> {
  const others = [...new Set(addresses)].filter((address) => protocols.findAt(chain, address) === undefined);
  const found = await listContractProtocols(db, chain, others);
  return (address) => {
    const id = chooseProtocol({ protocols, tokens }, { chain, address }, found.get(address));
    return id === undefined ? null : protocols.toShortResponse(id);
  };
}

/** @param found - By the indexer. @returns the id of a known protocol. */
export function chooseProtocol(
  { protocols, tokens }: Pick<Deps, "protocols" | "tokens">,
  { chain, address }: { chain: string; address: Address },
  found: string | undefined,
): string | undefined {
  const claims = [protocols.findAt(chain, address)?.id, tokens.find(chain, address)?.token.protocolId, found];
  return claims.find((claim = "") => protocols.find(claim) !== undefined);
}
