import type { Address } from "@portico/evm";
import { toLower } from "../toLower.ts";
import { nameContract, nameOfProtocol, type ContractName, type NamePointer } from "./contractNames.ts";
import type { ProtocolUse } from "./protocolUse.ts";

/** A contract that the operator names. */
export interface OperatorName {
  /** Slug. */
  chain: string;
  address: Address;
  /** Key of the protocol, the same on every chain: `hop`. It may be a new one. */
  protocol: string;
  /** Display name; undefined: that of the tables, else the key. */
  name: string | undefined;
  /** Undefined: that of the tables. */
  use: ProtocolUse | undefined;
}

/** Names of contracts, in memory. */
export interface ContractNames {
  /** The protocol of a contract, by the operator, else by the tables; undefined if unknown. */
  find(chain: string, address: Address): ContractName | undefined;
  /** The protocol of a contract that has no name of its own, by another one that it belongs to. Tokens name no others. */
  findBy(pointer: NamePointer, chain: string, address: Address): ContractName | undefined;
}

/** @param rows - The operator's; the last of several for a contract counts. */
export function createContractNames(rows: readonly OperatorName[] = []): ContractNames {
  const own = new Map(rows.map((row) => [keyOf(row.chain, row.address), toContractName(row)]));
  const find: ContractNames["find"] = (chain, address) =>
    (own.size === 0 ? undefined : own.get(keyOf(chain, address))) ?? nameContract(chain, address);
  return {
    find,
    findBy: (pointer, chain, address) => {
      const name = find(chain, address);
      return name === undefined || name.kind === "token" ? undefined : { ...name, source: pointer };
    },
  };
}

const keyOf = (chain: string, address: Address): string => `${chain} ${toLower(address)}`;

function toContractName({ chain, protocol, name, use }: OperatorName): ContractName {
  const known = nameOfProtocol(chain, protocol, "operator");
  return { ...known, name: name ?? known.name, use: use ?? known.use };
}
