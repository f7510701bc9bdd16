import type { ApiDocument } from "./reference/sampleRequest.ts";

/** Public URLs of a deployment, without a trailing slash; those that are undefined stay as in the contract. */
export interface DeploymentUrls {
  readonly api?: string | undefined;
  readonly connect?: string | undefined;
  readonly dashboard?: string | undefined;
  readonly mock?: string | undefined;
  readonly explorer?: string | undefined;
  /** Without the path of its endpoint. */
  readonly mcp?: string | undefined;
}

interface Server {
  readonly url: string;
}
type Node = Record<string, unknown>;

/** The variables of the contract's server URLs. */
const VARIABLES: Readonly<Record<string, keyof DeploymentUrls>> = {
  "{base_url}": "api",
  "{connect_api_url}": "connect",
  "{connect_auth_page_url}": "connect",
  "{dashboard_url}": "dashboard",
};

/** The served contract with a deployment's URLs, as first servers and in code samples. */
export function deployedContract<Document extends ApiDocument>(contract: Document, urls: DeploymentUrls): Document {
  const replaced = new Map<string, string>();
  for (const servers of listServers(contract)) {
    const [first, second] = servers;
    const deployment = VARIABLES[second?.url ?? ""];
    const url = deployment && urls[deployment];
    if (first !== undefined && url !== undefined) replaced.set(first.url, url);
  }
  return replace(contract, replaced) as Document;
}

const listServers = (node: unknown): (readonly Server[])[] => {
  if (typeof node !== "object" || node === null) return [];
  const { servers } = node as Node;
  const own = Array.isArray(servers) ? [servers as Server[]] : [];
  return [...own, ...Object.values(node).flatMap(listServers)];
};

/** In URLs of servers, defaults of their variables, and code samples. */
function replace(node: unknown, urls: ReadonlyMap<string, string>, key = ""): unknown {
  if (Array.isArray(node)) return node.map((element) => replace(element, urls, key));
  if (typeof node === "object" && node !== null)
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, replace(member, urls, name)]));
  if (typeof node !== "string" || !["url", "default", "source"].includes(key)) return node;
  if (key !== "source") return urls.get(node) ?? node;
  return node.replaceAll(/https?:\/\/[\w.:-]+/g, (url) => urls.get(url) ?? url);
}
