import type { Hex } from "viem";
import type { Call } from "./aggregate3.ts";

const BYTES = 1024;
const word = (value: number): string => value.toString(16).padStart(64, "0");

/**
 * A call of the precompile `modexp` that uses a known amount of gas: 1.4 million by EIP-2565, 8.4 million by EIP-7883.
 * If it succeeds as the last call of an aggregate, each call before it had as much.
 * @see https://eips.ethereum.org/EIPS/eip-2565#specification, https://eips.ethereum.org/EIPS/eip-7883
 */
export const gasProof: Call = {
  to: "0x0000000000000000000000000000000000000005",
  data: `0x${word(BYTES)}${word(32)}${word(BYTES)}${"00".repeat(BYTES)}${"ff".repeat(32)}`,
};

/** Whether it succeeded: without code at the precompile, a call succeeds too, for free. */
export const isGasProof = (answer: Hex | null | undefined): boolean => answer?.length === 2 + 2 * BYTES;
