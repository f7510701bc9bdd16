import { ZERO_ADDRESS, type Address } from "@portico/evm";

/** Hexadecimal digits that wallets show of an address, and that an imitation of it therefore copies. */
const FIRST_DIGITS = 3;
const LAST_DIGITS = 4;

/**
 * Finds addresses that imitate known ones (address poisoning): the same first and last digits, and not known
 * themselves.
 */
export function findLookalikes(known: Iterable<Address>): (address: Address) => boolean {
  const addresses = new Set(known);
  addresses.delete(ZERO_ADDRESS);
  const ends = new Set([...addresses].map(endsOf));
  return (address) => ends.has(endsOf(address)) && !addresses.has(address);
}

const endsOf = (address: Address): string => address.slice(2, 2 + FIRST_DIGITS) + address.slice(-LAST_DIGITS);
