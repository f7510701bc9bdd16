import { METHODS, serverOf, type ApiDocument, type PathItem, type ServerName } from "./document.ts";

/** Prose that no router or validator reads: two thirds of a dereferenced document. */
const PROSE = new Set(["description", "summary", "example", "examples", "x-extension"]);

/** Under these keys the members' keys are names, so a property may be called `description`. */
const NAME_MAPS = new Set(["properties", "headers", "paths", "responses", "content", "securitySchemes"]);

/**
 * Reduces a dereferenced document to what servers route and validate: no prose, and no discriminator mappings, which
 * Ajv
 * rejects (`const` in each branch has the same effect).
 */
export function withoutProse(document: ApiDocument): ApiDocument {
  return prune(document, { isNameMap: false, pruned: new Map() }) as ApiDocument;
}

/** The operations of one server, and the security schemes. */
export function forServer(document: ApiDocument, server: ServerName): ApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const own = ownOperations(document, item, server);
    return own === undefined ? [] : [[path, own] as const];
  });
  const securitySchemes = document.components?.["securitySchemes"];
  return { ...document, paths: Object.fromEntries(paths), components: { securitySchemes } };
}

function ownOperations(document: ApiDocument, item: PathItem, server: ServerName): PathItem | undefined {
  const others = METHODS.filter((method) => {
    const operation = item[method];
    return operation !== undefined && serverOf(item, operation, document) !== server;
  });
  const own = Object.fromEntries(Object.entries(item).filter(([key]) => !others.some((method) => method === key)));
  return METHODS.some((method) => method in own) ? own : undefined;
}

interface Pruning {
  /** Whether the keys are names. */
  readonly isNameMap: boolean;
  /** Results by object, except name maps: a dereferenced document shares objects. */
  readonly pruned: Map<object, unknown>;
}

function prune(value: unknown, { isNameMap, pruned }: Pruning): unknown {
  if (Array.isArray(value)) return value.map((element) => prune(element, { isNameMap: false, pruned }));
  if (typeof value !== "object" || value === null) return value;
  if (isNameMap) return mapMembers(value, (_key, member) => prune(member, { isNameMap: false, pruned }));
  const known = pruned.get(value);
  if (known !== undefined) return known;
  const members = Object.fromEntries(Object.entries(value).filter(([key]) => !PROSE.has(key)));
  const own = mapMembers(members, (key, member) => pruneMember(key, member, pruned));
  pruned.set(value, own);
  return own;
}

function pruneMember(key: string, member: unknown, pruned: Pruning["pruned"]): unknown {
  if (key === "discriminator") return { propertyName: (member as { propertyName: string }).propertyName };
  if (key === "default" || key === "enum" || key === "const") return member;
  return prune(member, { isNameMap: NAME_MAPS.has(key), pruned });
}

const mapMembers = (value: object, map: (key: string, member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(key, member)]));
