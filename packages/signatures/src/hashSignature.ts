import { keccak256, stringToBytes } from "viem";

/** The selector of a canonical signature, as a number. */
export function hashSignature(signature: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = keccak256(stringToBytes(signature), "bytes");
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
