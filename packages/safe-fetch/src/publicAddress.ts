import ipaddr from "ipaddr.js";

/**
 * Whether an IP address belongs to the public internet. Everything else is refused: private, loopback, link-local,
 * carrier-grade NAT, multicast, reserved, and the ranges that embed an IPv4 address in an IPv6 one (mapped, NAT64,
 * 6to4,
 * Teredo), whatever that address is.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}

/** The part of IPv6 that IANA has allocated. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");
