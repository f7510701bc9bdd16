import type { Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";

/** A resource of fixed or templated URI that an operation answers. */
export interface ResourceRow {
  /** With `{name}` for an argument of the operation. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
}

const RESOURCES: readonly ResourceRow[] = [
  {
    uri: "portico://chains",
    name: "chains",
    title: "Chains",
    description: "Every chain with its id, and whether this server answers for it.",
    operation: "getChainList",
  },
  {
    uri: "portico://chains/status",
    name: "chain-status",
    title: "State of the chains",
    description: "How far each chain is indexed.",
    operation: "getChainStatus",
  },
  {
    uri: "portico://chains/{id}",
    name: "chain",
    title: "A chain",
    description: "One chain by its id, such as eth.",
    operation: "getChain",
  },
  {
    uri: "portico://protocols/of/{chain_id}",
    name: "protocols",
    title: "Protocols of a chain",
    description: "Protocols whose positions are read on a chain.",
    operation: "getProtocolList",
  },
  {
    uri: "portico://protocols/{id}",
    name: "protocol",
    title: "A protocol",
    description: "One protocol by its id, such as uniswap3.",
    operation: "getProtocol",
  },
];

/** What the contract says of each operation; answered without a call. */
export const OPERATION_PREFIX = "portico://operations/";

const JSON_TYPE = "application/json";

const describe = ({ name, title, description }: Omit<ResourceRow, "uri">) => ({
  name,
  title,
  description,
  mimeType: JSON_TYPE,
});

export const listResources = (): Resource[] =>
  RESOURCES.filter(({ uri }) => !uri.includes("{")).map(({ uri, ...row }) => ({ uri, ...describe(row) }));

export const listResourceTemplates = (): ResourceTemplate[] => [
  ...RESOURCES.filter(({ uri }) => uri.includes("{")).map(({ uri, ...row }) => ({
    uriTemplate: uri,
    ...describe(row),
  })),
  {
    uriTemplate: `${OPERATION_PREFIX}{operation}`,
    name: "operation",
    title: "An operation",
    description: "Everything that the contract says of an operation: its arguments and the fields of its answer.",
    mimeType: JSON_TYPE,
  },
];

/** The operation that answers a URI, and its arguments; undefined if none does. */
export function findResource(uri: string): { operation: string; given: Record<string, string> } | undefined {
  for (const row of RESOURCES) {
    const [before = "", name] = row.uri.split(/[{}]/);
    if (name === undefined) {
      if (uri === row.uri) return { operation: row.operation, given: {} };
      continue;
    }
    const value = uri.startsWith(before) ? uri.slice(before.length) : "";
    if (/^[\w.~:-]{1,100}$/.test(value)) return { operation: row.operation, given: { [name]: value } };
  }
  return undefined;
}
