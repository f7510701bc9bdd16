/** The parts of a contract schema that are read to generate requests. */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly items?: RequestSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
}

/**
 * Approximately the largest value that a schema allows: lists and strings at their maximum, or `max` where there is
 * none.
 */
export function largestOf(schema: RequestSchema, max: number): unknown {
  const types = new Set([schema.type ?? "object"].flat());
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  if (types.has("array")) {
    const count = Math.min(schema.maxItems ?? max, max);
    return Array.from({ length: count }, (_, index) => numbered(largestOf(schema.items ?? {}, max), index));
  }
  if (types.has("string")) return largestText(schema, max);
  if (types.has("integer") || types.has("number")) return schema.maximum ?? Number.MAX_SAFE_INTEGER;
  if (types.has("boolean")) return true;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [name, largestOf(member, max)]),
  );
}

/** Makes the entries of a list distinct. */
const numbered = (value: unknown, index: number): unknown =>
  typeof value === "string" && /^0x[0-9a-f]{40}$/.test(value)
    ? `0x${(index + 1).toString(16).padStart(40, "0")}`
    : value;

function largestText({ pattern = "", format, maxLength }: RequestSchema, max: number): string {
  if (format === "date") return "2025-11-20";
  if (/\{40\}\)?\??\$$/.test(pattern)) return `0x${"d".repeat(40)}`;
  if (pattern.endsWith("{64}$")) return `0x${"d".repeat(64)}`;
  const length = Math.min(maxLength ?? max, max);
  if (pattern.startsWith("^(https")) return `https://${"a".repeat(length - 8)}`;
  if (pattern.startsWith("^(0x"))
    return `0x${"00".repeat(Math.min(length, pattern.includes("{1,78}") ? 66 : length) / 2 - 1)}`;
  return "a".repeat(length);
}
