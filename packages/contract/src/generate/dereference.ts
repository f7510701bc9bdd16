/**
 * Replaces every `$ref` of a bundled document by its target; siblings of a `$ref` override members of the target. Equal
 * references share one object, which is therefore walked once; serialized, each has a copy.
 * @throws Error for a circular or dangling reference.
 */
export function dereference<T>(document: T): T {
  const targets = new Map<string, unknown>();
  return inline(document, { document, targets, path: [] }) as T;
}

interface RefContext {
  readonly document: unknown;
  /** Target by reference. */
  readonly targets: Map<string, unknown>;
  /** The chain of references that led here. */
  readonly path: readonly string[];
}

function inline(value: unknown, context: RefContext): unknown {
  if (Array.isArray(value)) return value.map((element) => inline(element, context));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...siblings } = value as { $ref?: unknown };
  const own = Object.fromEntries(Object.entries(siblings).map(([key, member]) => [key, inline(member, context)]));
  if (typeof $ref !== "string") return own;
  const target = findTarget($ref, context);
  if (typeof target !== "object" || target === null || Array.isArray(target)) return target;
  return Object.keys(own).length === 0 ? target : { ...target, ...own };
}

function findTarget($ref: string, { document, targets, path }: RefContext): unknown {
  if (path.includes($ref)) throw new Error(`Circular reference: ${[...path, $ref].join(" → ")}`);
  if (!targets.has($ref)) {
    targets.set($ref, inline(resolve(document, $ref), { document, targets, path: [...path, $ref] }));
  }
  return targets.get($ref);
}

/** @param pointer - A fragment such as `#/components/schemas/Token`. */
export function resolve(document: unknown, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, "").split("/").map(unescapeKey);
  return keys.reduce((node: unknown, key) => {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key))
      throw new Error(`${pointer} does not exist`);
    return (node as Record<string, unknown>)[key];
  }, document);
}

const unescapeKey = (key: string): string => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
