import { isIPv6 } from "node:net";

/** What a limit counts an internet address by: IPv4 whole; of IPv6 the network, because whoever has one has 2^64 addresses. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail?.split(":") ?? [])];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
