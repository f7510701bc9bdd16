import { readFileSync } from "node:fs";
import { chains, type Address } from "@portico/evm";
import { adapters } from "../adapters.ts";
import { findDeployed, findDeployedAt, toProtocolId } from "../deployed.ts";
import { toLower } from "../toLower.ts";
import { useOf, type ProtocolUse } from "./protocolUse.ts";

/** The protocol that a contract belongs to. */
export interface ContractName {
  /** Public id: `hop` on Ethereum, `base_hop` elsewhere; an adapter's if there is one. */
  id: string;
  name: string;
  /** "" if unknown. */
  siteUrl: string;
  /**
   * What a transaction with the contract says of the protocol. A token is moved by everybody: it names only calls of its
   * own functions. Infrastructure serves calls to other protocols, which name the transaction: Safe, Permit2.
   */
  kind: "contract" | "infrastructure" | "token";
  use: ProtocolUse;
  /** How it is known. */
  source: NameSource | NamePointer;
}

/** An adapter's table of deployments, the operator, or the table of contracts. */
export type NameSource = "adapter" | "operator" | "table";

/** A named contract that another one belongs to: its creator, its factory, or the code that it runs or the beacon of it. */
export type NamePointer = "creator" | "factory" | "implementation";

interface ProtocolFacts {
  name: string;
  siteUrl?: string;
  isInfrastructure?: boolean;
}

/** By chain slug and protocol: addresses without `0x`, lower-case, separated by spaces. */
type Rows = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Table {
  protocols: Readonly<Record<string, ProtocolFacts>>;
  contracts: Rows;
  tokens: Rows;
}

let table: Table | undefined;
const byChain = new Map<string, ReadonlyMap<string, ContractName>>();

/** The table, which is read at the first use. */
function readTable(): Table {
  table ??= JSON.parse(readFileSync(new URL("contractNames.json", import.meta.url), "utf8")) as Table;
  return table;
}

/** The protocol of a contract; undefined if unknown. Contracts found by adapters on chain are in the store. */
export function nameContract(chain: string, address: Address): ContractName | undefined {
  const at = toLower(address);
  const deployed = findDeployedAt(chain, at);
  if (deployed !== undefined) return nameOfProtocol(chain, deployed.adapter.id, "adapter");
  let names = byChain.get(chain);
  if (names === undefined) byChain.set(chain, (names = listNames(chain)));
  return names.get(at.slice(2));
}

/**
 * The name of a protocol's contract.
 * @param key - Of the protocol, the same on every chain: `hop`.
 */
export function nameOfProtocol(chain: string, key: string, source: NameSource): ContractName {
  return toName(chain, key, "contract", source);
}

function listNames(chain: string): ReadonlyMap<string, ContractName> {
  const { contracts, tokens } = readTable();
  const wrapped = chains.find(({ slug }) => slug === chain)?.wrappedToken;
  const list = (rows: Rows, kind: ContractName["kind"]) =>
    Object.entries(rows[chain] ?? {}).flatMap(([key, addresses]) => {
      const name = toName(chain, key, kind, "table");
      return addresses.split(" ").map((address) => [address, name] as const);
    });
  const own =
    typeof wrapped === "string"
      ? [[toLower(wrapped).slice(2), toName(chain, wrappedKey(chain), "token", "table")] as const]
      : [];
  return new Map([...list(tokens, "token"), ...list(contracts, "contract"), ...own]);
}

function toName(chain: string, key: string, kind: ContractName["kind"], source: NameSource): ContractName {
  const { name, siteUrl = "", isInfrastructure = false } = findFacts(chain, key) ?? { name: key };
  const ownKind = isInfrastructure ? "infrastructure" : kind;
  return { id: toProtocolId(chain, key), name, siteUrl, kind: ownKind, use: useOf(key), source };
}

function findFacts(chain: string, key: string): ProtocolFacts | undefined {
  const adapter = findDeployed(toProtocolId(chain, key))?.adapter ?? adapters.find(({ id }) => id === key);
  const own = readTable().protocols[key];
  if (adapter?.name === key) return own ?? { name: key }; // the catalogue doesn't know its name
  if (adapter !== undefined) return { ...own, name: adapter.name, siteUrl: adapter.siteUrl };
  return own ?? (key === wrappedKey(chain) ? { name: `Wrapped ${nativeOf(chain)?.name ?? ""}` } : undefined);
}

const nativeOf = (chain: string) => chains.find(({ slug }) => slug === chain)?.native;
/** Coins with a new symbol: a protocol's id stays what it was. */
const FIRST_SYMBOLS: Readonly<Record<string, string>> = { POL: "matic" };
/** The wrapped native coin, which is a contract of its own: `weth`. */
const wrappedKey = (chain: string): string => {
  const symbol = nativeOf(chain)?.symbol ?? "";
  return `w${FIRST_SYMBOLS[symbol] ?? symbol.toLowerCase()}`;
};
