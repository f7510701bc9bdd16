import { shortAddress } from "@portico/client";
import { useCodes } from "../api/useCodes.ts";
import { useName } from "../api/useName.ts";
import { knownName } from "./accountKinds.ts";
import { useAddress } from "./useAddress.ts";

/** The name of the page's address: its ENS name, otherwise that of a known contract or its shortened form; undefined if the page is about none. */
export function useAddressName(): string | undefined {
  const { address } = useAddress();
  const isAbout = /^0x[0-9a-f]{40}$/.test(address);
  const { data: named } = useName(address, { isOff: !isAbout });
  const codes = useCodes(address, { isOff: !isAbout });
  return isAbout ? (named?.data.name ?? knownName(codes) ?? shortAddress(address)) : undefined;
}
