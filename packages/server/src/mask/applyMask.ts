import { ServiceError } from "../problem/errors.ts";
import type { FieldMask } from "./parseMask.ts";

/**
 * Keeps only the fields that a mask selects. A mask applies to each element of an array; fields that an object
 * doesn't have are ignored; null stays null.
 * @throws ServiceError mask_error if a mask selects fields of a value without fields.
 */
export function applyMask(value: unknown, mask: FieldMask, name = "the response"): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((element) => applyMask(element, mask, name));
  if (typeof value !== "object") throw maskMismatch(name, typeof value);
  const others = mask.has("*") ? true : undefined;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const inner = mask.get(key) ?? others;
    if (inner === undefined) return [];
    return [[key, inner === true ? member : applyMask(member, inner, `'${key}'`)] as const];
  });
  return Object.fromEntries(members);
}

/** @param type - Type of the value without fields. */
export const maskMismatch = (name: string, type: string): ServiceError =>
  new ServiceError("mask_error", `X-Fields: ${name} is a ${type} and has no fields`);
