import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";

export interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Source {
  /** Relative to the folder that was read. */
  readonly path: string;
  readonly program: SyntaxNode;
  /** Files of the folder that it imports. */
  readonly imports: readonly string[];
  /** Those that it loads later, with the areas of the catalogue that it loads at the same time. */
  readonly later: readonly { readonly path: string; readonly areas: readonly string[] }[];
}

/** The parsed sources of a folder, but for tests. */
export function readSources(folder: string): ReadonlyMap<string, Source> {
  const paths = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((path) => !/\.test\.ts$|^testing\//.test(path));
  return new Map(paths.map((path) => [path, readSource(folder, path)]));
}

function readSource(folder: string, path: string): Source {
  const { program, module, errors } = parseSync(path, readFileSync(join(folder, path), "utf8"));
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ""}`);
  const imports = [
    ...module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
    ...module.staticExports.flatMap(({ entries }) => entries.filter(({ moduleRequest }) => moduleRequest !== null)),
  ].map(({ moduleRequest }) => moduleRequest?.value ?? "");
  const pathOf = (from: string): string => relative(folder, join(folder, dirname(path), from));
  return {
    path,
    program: program as unknown as SyntaxNode,
    imports: imports.filter((from) => from.startsWith(".")).map(pathOf),
    later: listLater(program as unknown as SyntaxNode).map(({ from, areas }) => ({ path: pathOf(from), areas })),
  };
}

/** What is imported by expressions, also as the first argument of `withAreas`. */
function listLater(node: SyntaxNode): { from: string; areas: string[] }[] {
  if (node.type === "ImportExpression") return [{ from: valueOf(node["source"]), areas: [] }];
  const isCall = node.type === "CallExpression" && (node["callee"] as SyntaxNode)["name"] === "withAreas";
  if (!isCall) return childrenOf(node).flatMap(listLater);
  const [part, ...areas] = node["arguments"] as SyntaxNode[];
  return part === undefined ? [] : listLater(part).map(({ from }) => ({ from, areas: areas.map(valueOf) }));
}

const valueOf = (node: unknown): string => String((node as SyntaxNode)["value"]);

const isNode = (value: unknown): value is SyntaxNode => typeof value === "object" && value !== null && "type" in value;

/** The nodes directly within a node. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** A node and all within it. */
export function listNodes(node: SyntaxNode): SyntaxNode[] {
  const found = [node];
  for (const one of found) found.push(...childrenOf(one));
  return found;
}
