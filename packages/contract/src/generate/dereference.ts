/**
 * Replaces every `$ref` of a bundled document by a copy of what it names; siblings of a `$ref` win over members of the same
 * name. The copies share nothing, because openapi-backend turns what is shared back into references and loses siblings.
 * @throws Error for a reference that leads to itself, or nowhere.
 */
export function dereference<T>(document: T): T {
  return inline(document, document, []) as T;
}

function inline(value: unknown, document: unknown, trail: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => inline(element, document, trail));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...siblings } = value as { $ref?: unknown };
  const own = Object.fromEntries(
    Object.entries(siblings).map(([key, member]) => [key, inline(member, document, trail)]),
  );
  if (typeof $ref !== "string") return own;
  if (trail.includes($ref)) throw new Error(`Circular reference: ${[...trail, $ref].join(" → ")}`);
  const target = inline(resolve(document, $ref), document, [...trail, $ref]);
  return typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target, ...own } : target;
}

/** @param pointer - A fragment such as `#/components/schemas/Token`. */
export function resolve(document: unknown, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, "").split("/").map(unescapeKey);
  return keys.reduce((node: unknown, key) => {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key))
      throw new Error(`${pointer} names nothing`);
    return (node as Record<string, unknown>)[key];
  }, document);
}

const unescapeKey = (key: string): string => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
