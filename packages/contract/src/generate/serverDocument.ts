import { METHODS, serverOf, type ApiDocument, type PathItem, type ServerName } from "./document.ts";

/** What people read, and no router or validator does: two thirds of a dereferenced document. */
const PROSE = new Set(["description", "summary", "example", "examples", "x-extension"]);

/** Under these keys a member's key is somebody's name, so a property may be called `description`. */
const NAME_MAPS = new Set(["properties", "headers", "paths", "responses", "content", "securitySchemes"]);

/**
 * Cuts a dereferenced document down to what one server routes and validates: its own operations and the security schemes,
 * without prose and without discriminator mappings, which Ajv refuses (`const` in each branch says the same).
 */
export function forServer(document: ApiDocument, server: ServerName): unknown {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const own = ownOperations(document, item, server);
    return own === undefined ? [] : [[path, own] as const];
  });
  const securitySchemes = document.components?.["securitySchemes"];
  const own = { ...document, paths: Object.fromEntries(paths), components: { securitySchemes } };
  return prune(own, false);
}

function ownOperations(document: ApiDocument, item: PathItem, server: ServerName): PathItem | undefined {
  const others = METHODS.filter((method) => {
    const operation = item[method];
    return operation !== undefined && serverOf(item, operation, document) !== server;
  });
  const own = Object.fromEntries(Object.entries(item).filter(([key]) => !others.some((method) => method === key)));
  return METHODS.some((method) => method in own) ? own : undefined;
}

function prune(value: unknown, isNameMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => prune(element, false));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNameMap || !PROSE.has(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, pruneMember(key, member, isNameMap)]));
}

function pruneMember(key: string, member: unknown, isNameMap: boolean): unknown {
  if (isNameMap) return prune(member, false);
  if (key === "discriminator") return { propertyName: (member as { propertyName: string }).propertyName };
  if (key === "default" || key === "enum" || key === "const") return member;
  return prune(member, NAME_MAPS.has(key));
}
