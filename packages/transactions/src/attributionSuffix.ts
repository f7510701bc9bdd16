/** The last 16 bytes of calldata that ends with an ERC-8021 attribution. */
const MARKER = "8021".repeat(8);

/** Bytes. The longest known are 0x's affiliate data (68) and order tags of applications (135). */
const SUFFIX_MAX = 256;

const WORD_DIGITS = 64;

/**
 * Whether the data after the arguments of a call can be an attribution suffix: contracts ignore it, and applications
 * append it to get credit for a transaction. It ends with the marker of ERC-8021, or its length is no whole number of
 * words: otherwise it can be arguments of a function with more parameters.
 *
 * @param digits - Hexadecimal.
 * @param options.hasArguments - A function without parameters can read data of any length in a form of its own.
 * @see https://eips.ethereum.org/EIPS/eip-8021
 */
export const isAttributionSuffix = (digits: string, { hasArguments }: { hasArguments: boolean }): boolean =>
  digits === "" ||
  digits.endsWith(MARKER) ||
  (digits.length % WORD_DIGITS !== 0 && (!hasArguments || digits.length <= 2 * SUFFIX_MAX));
