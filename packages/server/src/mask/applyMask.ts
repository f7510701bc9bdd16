import { ServiceError } from "../problem/errors.ts";
import type { FieldMask } from "./parseMask.ts";

/**
 * Keeps of a value only the fields that a mask names. A mask goes through arrays to their elements; a field that an
 * object doesn't have is ignored; null stays null.
 * @throws ServiceError mask_error when a mask asks for fields of something that has none.
 */
export function applyMask(value: unknown, mask: FieldMask, name = "the answer"): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((element) => applyMask(element, mask, name));
  if (typeof value !== "object") throw maskMismatch(name, typeof value);
  const others = mask.has("*") ? true : undefined;
  const kept = Object.entries(value).flatMap(([key, member]) => {
    const inner = mask.get(key) ?? others;
    if (inner === undefined) return [];
    return [[key, inner === true ? member : applyMask(member, inner, `'${key}'`)] as const];
  });
  return Object.fromEntries(kept);
}

/** @param type - Of what has no fields. */
export const maskMismatch = (name: string, type: string): ServiceError =>
  new ServiceError("mask_error", `X-Fields: ${name} is a ${type} and has no fields`);
