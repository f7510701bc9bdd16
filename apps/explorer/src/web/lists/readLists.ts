import { plainText } from "@portico/ui/browser";
import { t } from "../languages/t.ts";

/** Several addresses as one portfolio. */
export interface Bundle {
  readonly id: string;
  readonly name: string;
  /** In lower case, each once. */
  readonly addresses: readonly string[];
}

/** What a visitor keeps in this browser. Addresses are in lower case. */
export interface Lists {
  /** Own names of addresses. */
  readonly labels: Readonly<Record<string, string>>;
  readonly watched: readonly string[];
  readonly bundles: readonly Bundle[];
}

export const NO_LISTS: Lists = { labels: {}, watched: [], bundles: [] };

/** A bundle's addresses are read at once, of which a visitor may read forty a minute. */
export const LIMITS = { labels: 1_000, watched: 100, bundles: 50, addresses: 20, name: 40 } as const;

const ADDRESS = /^0x[0-9a-f]{40}$/;
const BUNDLE_ID = /^[0-9a-f]{8,32}$/;

/** What is wrong with lists from elsewhere, in words for the user. */
export class ListsError extends Error {
  override readonly name = "ListsError";
}

/** Validates lists from a file or a storage. @throws ListsError */
export function readLists(value: unknown): Lists {
  const { labels = {}, watched = [], bundles = [] } = objectOf(value, "parts.fileNoObject");
  const given = Object.entries(objectOf(labels, "parts.fieldNoObject", "labels"));
  return {
    labels: Object.fromEntries(
      atMost(LIMITS.labels, given, "labels").map(([key, name]) => [readAddress(key), readName(name)]),
    ),
    watched: readAddresses(watched, "watched", LIMITS.watched),
    bundles: uniqueBy(atMost(LIMITS.bundles, listOf(bundles, "bundles"), "bundles").map(readBundle)),
  };
}

function readBundle(value: unknown): Bundle {
  const { id, name, addresses } = objectOf(value, "parts.bundleNoObject");
  if (typeof id !== "string" || !BUNDLE_ID.test(id)) throw new ListsError(t("parts.bundleNoId"));
  return { id, name: readName(name), addresses: readAddresses(addresses, "addresses", LIMITS.addresses) };
}

const readAddresses = (value: unknown, name: string, max: number): string[] => [
  ...new Set(atMost(max, listOf(value, name), name).map(readAddress)),
];

function readAddress(value: unknown): string {
  const address = typeof value === "string" ? value.toLowerCase() : "";
  if (!ADDRESS.test(address)) throw new ListsError(t("parts.noAddress", { text: plainText(String(value), 50) }));
  return address;
}

/** A name as it is kept: on one line, without invisible characters. @throws ListsError */
export function readName(value: unknown): string {
  const name = plainText(value, LIMITS.name);
  if (name === "") throw new ListsError(t("parts.noName"));
  return name;
}

type Reason = "parts.fileNoObject" | "parts.bundleNoObject" | "parts.fieldNoObject";

/** @param reason - Why it is none. */
function objectOf(value: unknown, reason: Reason, name = ""): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ListsError(t(reason, { name }));
  return value as Record<string, unknown>;
}

function listOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new ListsError(t("parts.fieldNoList", { name }));
  return value;
}

function atMost<Item>(max: number, items: Item[], name: string): Item[] {
  if (items.length > max)
    throw new ListsError(t("parts.tooManyEntries", { name, count: String(items.length), max: String(max) }));
  return items;
}

const uniqueBy = (bundles: Bundle[]): Bundle[] => [...new Map(bundles.map((bundle) => [bundle.id, bundle])).values()];

/** Both together: of what both have, the added one counts. @throws ListsError if that is too much. */
export const mergeLists = (kept: Lists, added: Lists): Lists =>
  readLists({
    labels: { ...kept.labels, ...added.labels },
    watched: [...new Set([...kept.watched, ...added.watched])],
    bundles: [...kept.bundles, ...added.bundles],
  });
