type Json = Record<string, unknown>;

/**
 * Replaces every `$ref` by its target; fields beside a `$ref` take precedence. Targets are shared, not copied. The
 * contract has no circular schemas; a cycle throws a RangeError.
 */
export function dereference<T extends object>(document: T): T {
  const resolved = new Map<string, unknown>();
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...own } = node as Json;
    const fields = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(value)]));
    return typeof $ref === "string" ? { ...(target($ref) as Json), ...fields } : fields;
  };
  const target = (ref: string): unknown => {
    if (!resolved.has(ref)) resolved.set(ref, resolve(lookUp(document, ref)));
    return resolved.get(ref);
  };
  return resolve(document) as T;
}

/** Resolves a JSON pointer such as `#/components/schemas/Token`. */
export const lookUp = (document: object, ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, part) => (node as Json)[part], document);
