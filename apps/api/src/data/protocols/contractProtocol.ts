import type { HistoryProtocol, Protocol2 } from "@portico/contract";
import type { Address } from "@portico/evm";
import { nameByCreator, nameContract, type ContractName } from "@portico/protocols";
import { listContractProtocols } from "@portico/store";
import type { Deps } from "../../deps.ts";

/** The protocol that a contract belongs to, and how it is known. */
export interface ContractProtocol extends Pick<ContractName, "id" | "kind" | "name" | "siteUrl"> {
  readonly source: HistoryProtocol["source"];
}

/** The protocol of a contract address; null if unknown. */
export type FindContractProtocol = (address: Address) => Protocol2 | null;

/** Of these addresses: by tables of deployments, by the token's receipt metadata, or by the indexer's detection. */
export async function readContractProtocols(
  { db, protocols, tokens }: Pick<Deps, "db" | "protocols" | "tokens">,
  chain: string,
  addresses: Iterable<Address>,
): Promise<FindContractProtocol> {
  const others = [...new Set(addresses)].filter((address) => protocols.findAt(chain, address) === undefined);
  const found = await listContractProtocols(db, chain, others);
  return (address) => {
    const protocol = chooseProtocol({ protocols, tokens }, { chain, address }, { found: found.get(address) });
    if (protocol === undefined || protocol.kind === "token") return null;
    const { id, name } = protocol;
    return { id, chain, name, logo_url: protocols.find(id)?.adapter.logoUrl ?? "" };
  };
}

/**
 * @param found - Id by the indexer.
 * @param creator - Of the contract, if its creation was indexed.
 */
export function chooseProtocol(
  { protocols, tokens }: Pick<Deps, "protocols" | "tokens">,
  { chain, address }: { chain: string; address: Address },
  { found, creator }: { found?: string | undefined; creator?: Address | undefined },
): ContractProtocol | undefined {
  const named = nameContract(chain, address);
  if (named !== undefined && named.kind !== "token") return named;
  const receipt = tokens.find(chain, address)?.token.protocolId;
  const known = ofAdapter(protocols, receipt, "token") ?? ofAdapter(protocols, found, "chain") ?? named;
  return known ?? (creator && nameByCreator(chain, creator));
}

function ofAdapter(
  protocols: Deps["protocols"],
  id: string | undefined,
  source: ContractProtocol["source"],
): ContractProtocol | undefined {
  const deployed = id === undefined ? undefined : protocols.find(id);
  if (id === undefined || deployed === undefined) return undefined;
  return { id, name: deployed.adapter.name, siteUrl: deployed.adapter.siteUrl, kind: "contract", source };
}
