import type { Address } from "@portico/evm";
import { toLower } from "../toLower.ts";

/** Every address in a contract table, lower-case. */
export function listAddresses(value: unknown): Address[] {
  if (typeof value === "string") return /^0x[0-9a-f]{40}$/i.test(value) ? [toLower(value as Address)] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listAddresses) : [];
}
