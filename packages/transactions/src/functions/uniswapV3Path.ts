import type { Address, Hex } from "@portico/evm";

const ADDRESS_DIGITS = 40;
const HOP_DIGITS = ADDRESS_DIGITS + 6;

/**
 * First and last token of a packed path: address, then per hop a fee of 3 bytes and an address. Routers ignore trailing
 * bytes
 * that are less than a hop. Undefined if it isn't a path.
 * @see https://docs.uniswap.org/contracts/v3/guides/swaps/multihop-swaps
 */
export function readPathEnds(path: Hex): { first: Address; last: Address } | undefined {
  const digits = path.slice(2).toLowerCase();
  const hops = Math.floor((digits.length - ADDRESS_DIGITS) / HOP_DIGITS);
  if (hops < 1) return undefined;
  const lastAt = hops * HOP_DIGITS;
  return { first: `0x${digits.slice(0, ADDRESS_DIGITS)}`, last: `0x${digits.slice(lastAt, lastAt + ADDRESS_DIGITS)}` };
}
