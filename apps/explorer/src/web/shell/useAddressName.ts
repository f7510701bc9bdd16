import { shortAddress } from "@portico/client";
import { useName } from "../api/useName.ts";
import { useAddress } from "./useAddress.ts";

/** The name of the page's address: its ENS name, otherwise its shortened form; undefined if the page is about none. */
export function useAddressName(): string | undefined {
  const { address } = useAddress();
  const isAbout = /^0x[0-9a-f]{40}$/.test(address);
  const { data: named } = useName(address, { isOff: !isAbout });
  return isAbout ? (named?.data.name ?? shortAddress(address)) : undefined;
}
