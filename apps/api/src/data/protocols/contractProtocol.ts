import type { HistoryProtocol, Protocol2 } from "@portico/contract";
import type { Address } from "@portico/evm";
import type { ContractName, ContractNames, NamePointer } from "@portico/protocols";
import { listContractProtocols } from "@portico/store";
import type { Deps } from "../../deps.ts";

/** The protocol that a contract belongs to, and how it is known. */
export interface ContractProtocol extends Pick<ContractName, "id" | "kind" | "name" | "siteUrl"> {
  readonly source: HistoryProtocol["source"];
}

export const toHistoryProtocol = ({ id, name, siteUrl, source }: ContractProtocol): HistoryProtocol => ({
  id,
  name,
  site_url: siteUrl,
  source,
});

/** The protocol of a contract address; null if unknown. */
export type FindContractProtocol = (address: Address) => Protocol2 | null;

/** Of these addresses: by tables of deployments, by the token's receipt metadata, or by the indexer's detection. */
export async function readContractProtocols(
  { db, contractNames, protocols, tokens }: NameDeps & Pick<Deps, "db">,
  chain: string,
  addresses: Iterable<Address>,
): Promise<FindContractProtocol> {
  const others = [...new Set(addresses)].filter((address) => protocols.findAt(chain, address) === undefined);
  const found = await listContractProtocols(db, chain, others);
  return (address) => {
    const protocol = chooseProtocol(
      { contractNames, protocols, tokens },
      { chain, address },
      { found: found.get(address) },
    );
    if (protocol === undefined || protocol.kind === "token") return null;
    const { id, name } = protocol;
    return { id, chain, name, logo_url: protocols.find(id)?.adapter.logoUrl ?? "" };
  };
}

export type NameDeps = Pick<Deps, "contractNames" | "protocols" | "tokens">;

/** What the index knows of a contract. */
interface IndexedContract {
  /** Id of its protocol. */
  readonly found?: string | undefined;
  readonly creator?: Address | undefined;
  readonly implementation?: Address | undefined;
  readonly beacon?: Address | undefined;
  readonly factory?: Address | undefined;
}

/** By its own name, else by the contracts that it belongs to. Anybody can create those of a factory or a clone. */
export function chooseProtocol(
  deps: NameDeps,
  { chain, address }: { chain: string; address: Address },
  indexed: IndexedContract,
): ContractProtocol | undefined {
  const { contractNames, protocols, tokens } = deps;
  const named = contractNames.find(chain, address);
  if (named !== undefined && named.kind !== "token") return named;
  const receipt = tokens.find(chain, address)?.token.protocolId;
  const known = ofAdapter(protocols, receipt, "token") ?? ofAdapter(protocols, indexed.found, "chain") ?? named;
  return known ?? nameByLinks(contractNames, chain, indexed);
}

function nameByLinks(
  names: ContractNames,
  chain: string,
  { creator, implementation, beacon, factory }: IndexedContract,
): ContractProtocol | undefined {
  const nameBy = (pointer: NamePointer, target: Address | undefined) =>
    target === undefined ? undefined : names.findBy(pointer, chain, target);
  return (
    nameBy("creator", creator) ??
    nameBy("factory", factory) ??
    nameBy("implementation", implementation) ??
    nameBy("implementation", beacon)
  );
}

/** Not of those that nobody listed: anybody can deploy a contract of their form, and a form is no name. */
function ofAdapter(
  protocols: Deps["protocols"],
  id: string | undefined,
  source: ContractProtocol["source"],
): ContractProtocol | undefined {
  const deployed = id === undefined ? undefined : protocols.find(id);
  if (id === undefined || deployed === undefined || deployed.adapter.isUnlisted === true) return undefined;
  return { id, name: deployed.adapter.name, siteUrl: deployed.adapter.siteUrl, kind: "contract", source };
}

const POINTERS: ReadonlySet<string> = new Set<NamePointer>(["creator", "factory", "implementation"]);

/**
 * Whether a protocol is known of the contract itself. Anybody can have a factory create a contract, or clone one: what it
 * belongs to says nothing of its worth.
 */
export const isOwnName = (protocol: ContractProtocol | undefined): boolean =>
  protocol !== undefined && !POINTERS.has(protocol.source);
