import { BlockList, isIPv6 } from "node:net";
import type { AccessKey } from "@portico/store";
import { ServiceError } from "../errors.ts";

/**
 * Rejects a valid key where it must not be used.
 * @param request.ip - The client's address, as determined by trusted proxies.
 * @throws ServiceError key_not_allowed; invalid_account for the operation about the account itself.
 */
export function assertAllowed(key: AccessKey, request: { ip: string; operationId: string }): void {
  const { ip, operationId } = request;
  if (key.isAccountDisabled) {
    const code = operationId === "getAccountUnits" ? "invalid_account" : "key_not_allowed";
    throw new ServiceError(code, "The account of this key is closed: contact the operator");
  }
  if (key.operations !== null && !key.operations.includes(operationId)) {
    throw new ServiceError("key_not_allowed", `This key is not allowed to call ${operationId}`);
  }
  if (key.ipRanges !== null && !isWithin(ip, rangesOf(key, key.ipRanges))) {
    throw new ServiceError("key_not_allowed", "This key is not allowed from the IP address of the client");
  }
}

/** Keys are cached, and so are their ranges. */
const known = new WeakMap<AccessKey, BlockList>();

function rangesOf(key: AccessKey, ranges: readonly string[]): BlockList {
  const found = known.get(key);
  if (found !== undefined) return found;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  known.set(key, list);
  return list;
}

/** An IPv4-mapped IPv6 address, as a dual-stack socket reports it, is matched by ranges of either family. */
const isWithin = (ip: string, ranges: BlockList): boolean => ip !== "" && ranges.check(ip, familyOf(ip));

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");
