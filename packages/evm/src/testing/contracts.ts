import type { Hex } from "viem";

/** Tiny contracts in EVM bytes: whatever is called, they do one thing. */
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

/** PUSH32 value, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN */
export const answersWord = (value: bigint): Hex => `0x7f${word(value)}5f5260205ff3`;

/** Returns any bytes: CODECOPY of what follows the program. */
export const answersBytes = (data: Hex): Hex => {
  const length = (data.length / 2 - 1).toString(16).padStart(4, "0");
  return `0x61${length}600c5f3961${length}5ff3${data.slice(2)}`;
};

/** PUSH0, PUSH0, REVERT */
export const REVERTS: Hex = "0x5f5ffd";

/** JUMPDEST, PUSH0, JUMP: runs until no gas is left. */
export const EATS_GAS: Hex = "0x5b5f56";

/** Returns two megabytes of zeros. */
export const RETURNS_MEGABYTES: Hex = "0x622000005ff3";

/** Returns one byte. */
export const RETURNS_ONE_BYTE: Hex = "0x60015ff3";
