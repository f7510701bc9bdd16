import type { Address } from "@portico/evm";
import { quote, ServiceError } from "../errors.ts";

/** Length first: the text may be as long as a URL. */
export const isAddress = (text: string): text is Address => text.length === 42 && /^0x[0-9a-f]{40}$/i.test(text);

/**
 * Parses an address in any letter case; a wrong EIP-55 checksum is accepted.
 * @returns it in lower case. @throws ServiceError invalid_address.
 */
export function parseAddress(text: string): Address {
  if (isAddress(text)) return text.toLowerCase() as Address;
  throw new ServiceError("invalid_address", `${quote(text)} is not an address: send 0x and 40 hexadecimal digits`);
}
