import { isIPv4, isIPv6 } from "node:net";

/**
 * The key that rate limits use for an IP address: the whole of an IPv4 address, the /64 network of an IPv6 address,
 * because one subscriber has 2^64 addresses.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return "unknown";
  return toIpv4(address) ?? `${readGroups(address).slice(0, 4).join(":")}::/64`;
}

/** The network of an IP address: /24 for IPv4, /48 for IPv6; undefined for anything else a proxy may send. */
export function shortenAddress(address: string): string | undefined {
  const ipv4 = toIpv4(address);
  if (ipv4 === undefined) return `${readGroups(address).slice(0, 3).join(":")}::/48`;
  return isIPv4(ipv4) ? ipv4.replace(/\d+$/, "0/24") : undefined;
}

/** Returns IPv4-mapped IPv6 addresses (RFC 4291 section 2.5.5.2) as IPv4. */
function toIpv4(address: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? (isIPv6(address) ? undefined : address);
}

/** The eight groups of an IPv6 address, without leading zeros. */
function readGroups(address: string): string[] {
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail?.split(":") ?? [])];
  return all.map((group) => group.replace(/^0+(?=.)/, ""));
}
