import { isIP } from "node:net";
import { operationTable } from "@portico/contract";
import { invalidParams, quote } from "@portico/server";
import ipaddr from "ipaddr.js";

/**
 * Ranges in CIDR notation, as the store keeps them; a single address is a range of its own.
 * @returns null for an empty list: no restriction.
 * @throws ServiceError invalid_params
 */
export function readRanges(texts: readonly string[]): string[] | null {
  const errors = texts.flatMap((text, index) => {
    const flaw = findFlaw(text.trim());
    return flaw === undefined ? [] : [[`ip_ranges[${index}]`, flaw]];
  });
  if (errors.length > 0) throw invalidParams(Object.fromEntries(errors));
  return texts.length === 0 ? null : [...new Set(texts.map((text) => text.trim().toLowerCase()))];
}

/** Without leading zeros, which PostgreSQL refuses as well. */
const BITS = /\/(?:0|[1-9]\d*)$/;

function findFlaw(text: string): string | undefined {
  const isPlain = isIP(text.split("/", 1)[0] ?? "") !== 0 && !text.includes("%");
  if (isPlain && !text.includes("/")) return undefined;
  if (!isPlain || !BITS.test(text) || !ipaddr.isValidCIDR(text))
    return `${quote(text)} is not an IP address or a range such as 203.0.113.0/24`;
  const [address] = ipaddr.parseCIDR(text);
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  if (family.networkAddressFromCIDR(text).toString() === address.toString()) return undefined;
  return `${quote(text)} is not a valid range: use its first address, or a single address without /`; // either may be meant
}

const known = new Set(
  Object.entries(operationTable).flatMap(([id, { server, security }]) =>
    server === "api" && security.length > 0 ? [id] : [],
  ),
);

/** @returns null for an empty list: all operations. @throws ServiceError invalid_params */
export function readOperations(ids: readonly string[]): string[] | null {
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [[`operations[${index}]`, `${quote(id)} is not an operation that an access key can call`]],
  );
  if (errors.length > 0) throw invalidParams(Object.fromEntries(errors));
  return ids.length === 0 ? null : [...new Set(ids)];
}
