import { query, type JSONValue } from "json-p3";

/** An OpenAPI Overlay document (Overlay Specification 1.1), as far as it changes another document. */
export interface Overlay {
  readonly overlay: string;
  readonly actions: readonly OverlayAction[];
}

/** One of `remove`, `copy` and `update`. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  readonly target: string;
  readonly remove?: boolean;
  /** JSONPath of the one node that is merged into the targets. */
  readonly copy?: string;
  /** Merged into the targets: objects by member, arrays by appending; any other value replaces its target. */
  readonly update?: unknown;
}

/**
 * Applies the actions of an overlay to a document, in order, and returns the changed copy.
 * @throws Error for an action whose target or source does not exist: the standard ignores it, here it is a mistake.
 */
export function applyOverlay<T>(document: T, { overlay, actions }: Overlay): T {
  if (!/^1\.[01]\.\d+$/.test(overlay)) throw new Error(`Unknown version of the Overlay Specification: ${overlay}`);
  const root = { document: structuredClone(document) as JSONValue };
  for (const action of actions) applyAction(root, action);
  return root.document as T;
}

interface Root {
  document: JSONValue;
}

function applyAction(root: Root, { target, remove = false, copy, update }: OverlayAction): void {
  const found = locate(root, target);
  if (remove) {
    for (const path of found.toReversed()) removeAt(root, path); // the last of a list first: indexes stay true
    return;
  }
  const value = copy === undefined ? update : readCopy(root, copy);
  for (const path of found) change(root, path, (node) => merge(node, structuredClone(value)));
}

type Path = readonly (string | number)[];
type Container = Record<string | number, unknown>;

function locate({ document }: Root, target: string): Path[] {
  const nodes = query(target, document).nodes;
  if (nodes.length === 0) throw new Error(`The overlay's target ${target} matches nothing`);
  return nodes.map(({ location }) => location);
}

function readCopy(root: Root, source: string): unknown {
  const [path, ...others] = locate(root, source);
  if (others.length > 0) throw new Error(`The overlay copies ${source}, which is more than one node`);
  return (path ?? []).reduce<unknown>((node, key) => (node as Container)[key], root.document);
}

function parentOf({ document }: Root, path: Path): Container {
  return path.slice(0, -1).reduce<Container>((node, key) => node[key] as Container, document as unknown as Container);
}

function change(root: Root, path: Path, make: (node: unknown) => unknown): void {
  const key = path.at(-1);
  if (key === undefined) root.document = make(root.document) as JSONValue;
  else parentOf(root, path)[key] = make(parentOf(root, path)[key]);
}

function removeAt(root: Root, path: Path): void {
  const key = path.at(-1);
  if (key === undefined) throw new Error("An overlay can't remove the whole document");
  const parent = parentOf(root, path);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key]; // oxlint-disable-line typescript/no-dynamic-delete -- the names are the document's
}

/** A list that is a target takes an entry or, as inside an object, the entries of another list. */
function merge(node: unknown, update: unknown): unknown {
  return Array.isArray(node) && !Array.isArray(update) ? [...(node as unknown[]), update] : mergeMember(node, update);
}

function mergeMember(node: unknown, update: unknown): unknown {
  if (Array.isArray(node) && Array.isArray(update)) return [...(node as unknown[]), ...(update as unknown[])];
  if (!isObject(node) || !isObject(update)) return update;
  const merged = { ...node };
  for (const [key, value] of Object.entries(update)) merged[key] = key in node ? mergeMember(node[key], value) : value;
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
