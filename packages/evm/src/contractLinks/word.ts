import type { Address, Hex } from "viem";

/** An address as a word, without 0x. */
export const toWord = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");

/** Smaller values are numbers: no contract is deployed at such an address. */
const NUMBER_DIGITS = 16;

/** The address that a word contains, lower-case; null for anything else, also for zero and other small numbers. */
export function fromWord(word: Hex | null): Address | null {
  if (word === null || !/^0x0{24}[0-9a-f]{40}$/i.test(word)) return null;
  return /^0+$/.test(word.slice(2, -NUMBER_DIGITS)) ? null : `0x${word.slice(26).toLowerCase()}`;
}
