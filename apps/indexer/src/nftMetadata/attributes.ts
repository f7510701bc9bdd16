import type { NftAttribute } from "@portico/store";
import { cleanText } from "./cleanText.ts";
import { isRecord } from "./parseJson.ts";

const MAX_COUNT = 100;
const MAX_NAME = 200;
const MAX_TEXT = 1_000;
const MAX_DEPTH = 3;
/** Of all attributes as JSON. */
const MAX_BYTES = 16_384;

/**
 * Reads traits in the common forms: a list of `{ trait_type, value }`, of plain values, or an object of names and
 * values. Too long or too deeply nested input is cut.
 * @param complete - Applied to each value.
 */
export function toAttributes(value: unknown, complete: (value: unknown) => unknown = (it) => it): NftAttribute[] {
  const given = Array.isArray(value) ? value.slice(0, MAX_COUNT).flatMap(fromItem) : fromObject(value);
  const attributes = given.map((attribute) => ({ ...attribute, value: complete(attribute.value) }));
  let bytes = 0;
  return attributes.filter((attribute) => {
    bytes += Buffer.byteLength(JSON.stringify(attribute));
    return bytes <= MAX_BYTES;
  });
}

function fromItem(item: unknown): NftAttribute[] {
  if (!isRecord(item)) return isPlain(item) ? [toAttribute("", item)] : [];
  const value = item["value"] ?? item["trait_value"];
  return value === undefined ? [] : [toAttribute(item["trait_type"] ?? item["name"] ?? item["key"], value)];
}

/** ERC-1155's `properties` may hold `{ name, value, … }` under a key. */
const fromObject = (value: unknown): NftAttribute[] =>
  isRecord(value)
    ? Object.entries(value)
        .slice(0, MAX_COUNT)
        .flatMap(([name, item]) =>
          isRecord(item) ? fromItem({ trait_type: name, ...item }) : isPlain(item) ? [toAttribute(name, item)] : [],
        )
    : [];

const isPlain = (value: unknown): boolean => ["boolean", "number", "string"].includes(typeof value);

const toAttribute = (name: unknown, value: unknown): NftAttribute => ({
  trait_type: cleanText(name, MAX_NAME) ?? "",
  value: cut(value, MAX_DEPTH),
});

function cut(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleanText(value, MAX_TEXT) ?? "";
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_COUNT).map((item) => cut(item, depth - 1));
  const entries = Object.entries(value).slice(0, MAX_COUNT);
  return Object.fromEntries(entries.map(([key, item]) => [cleanText(key, MAX_NAME) ?? "", cut(item, depth - 1)]));
}
