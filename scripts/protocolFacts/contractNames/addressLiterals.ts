import { parseSync } from "oxc-parser";
import type { Address } from "@portico/evm";

export interface AddressLiteral {
  /** Lower-case. */
  address: Address;
  /**
   * Names of the variables, properties and called functions around it, and `chainId=1`, `name=Uniswap` of the objects
   * around it; outermost first.
   */
  path: readonly string[];
}

/** Of ESTree: each type has fields of its own. */
type Node = Readonly<Record<string, unknown>> & { type: string };

const ADDRESS = /^(?:[a-z]+:)?(0x[0-9a-f]{40})\s*$/i;
const DESCRIBING = new Set(["chainId", "chain", "network", "id", "name", "protocol"]);
/** The field of a node that names it. */
const NAMING: Readonly<Record<string, string>> = {
  AssignmentExpression: "left",
  CallExpression: "callee",
  FunctionDeclaration: "id",
  Property: "key",
  PropertyDefinition: "key",
  VariableDeclarator: "id",
};

/** The addresses that a JavaScript, TypeScript or JSON source holds as text. */
export function listAddressLiterals(text: string, file: string): AddressLiteral[] {
  const { program } = parseSync("file.ts", file.endsWith(".json") ? `(${text})` : text);
  const found: AddressLiteral[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    const address = ADDRESS.exec(textOf(node) ?? "")?.[1];
    if (address !== undefined) found.push({ address: address.toLowerCase() as Address, path });
    const inner = [...path, ...namesOf(node)];
    for (const [field, value] of Object.entries(node))
      for (const child of listNodes(value)) visit(child, field === "key" ? path : inner);
  };
  visit(program as unknown as Node, []);
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const listNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

function namesOf(node: Node): string[] {
  if (node.type === "ObjectExpression") return listNodes(node["properties"]).flatMap(describe);
  const name = node[NAMING[node.type] ?? ""];
  return isNode(name) ? namesList(nameOf(name)) : [];
}

const namesList = (name: string | undefined): string[] => (name === undefined ? [] : [name]);

function describe({ key, value }: Node): string[] {
  if (!isNode(key) || !isNode(value)) return [];
  const [name, text] = [namesList(nameOf(key))[0] ?? "", textOf(value) ?? namesList(nameOf(value))[0]];
  return text !== undefined && DESCRIBING.has(name) && !ADDRESS.test(text) ? [`${name}=${text}`] : [];
}

const textOf = (node: Node): string | undefined => (node.type === "Literal" ? String(node["value"]) : undefined);

/** `CHAIN.ETHEREUM` is "ETHEREUM", and `mainnet.id` is "mainnet". */
function nameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type !== "MemberExpression") return textOf(node);
  const [own, of] = [node["property"], node["object"]].map((part) => (isNode(part) ? nameOf(part) : undefined));
  return own === "id" ? of : own;
}
