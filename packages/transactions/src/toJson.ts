import type { AbiParameter } from "viem";
import { listParts, toList } from "./decodeArguments.ts";

/**
 * A decoded value as JSON: addresses lower-case, integers as decimal strings, bytes as hex, arrays and tuples as
 * arrays.
 */
export function toJson(value: unknown, parameter: AbiParameter): unknown {
  const list = toList(parameter);
  if (list !== undefined) return (value as unknown[]).map((item) => toJson(item, list.item));
  const parts = listParts(parameter);
  if (parts !== undefined) {
    const values = Array.isArray(value)
      ? value
      : parts.map(({ name = "" }) => (value as Record<string, unknown>)[name]);
    return parts.map((part, index) => toJson(values[index], part));
  }
  return typeof value === "bigint" || typeof value === "number" ? String(value) : value;
}
