import { encodeErrorResult, parseAbi } from "viem";
import type { Address, Hex } from "viem";

/** Tiny contracts in EVM bytecode, each with one effect, whatever is called. */
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

/** PUSH32 value, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN */
export const answersWord = (value: bigint): Hex => `0x7f${word(value)}5f5260205ff3`;

/** Returns any bytes: CODECOPY of the data after the program. */
export const answersBytes = (data: Hex): Hex => endsWith("f3", data);

/** Reverts with a text, as Solidity's `require` does. */
export const revertsWith = (text: string): Hex =>
  endsWith("fd", encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: [text] }));

/** @param instruction - RETURN or REVERT. */
function endsWith(instruction: "f3" | "fd", data: Hex): Hex {
  const length = (data.length / 2 - 1).toString(16).padStart(4, "0");
  return `0x61${length}600c5f3961${length}5f${instruction}${data.slice(2)}`;
}

/** Sends coins when called, and returns a word. Four times PUSH0, PUSH8 wei, PUSH20 to, GAS, CALL, POP */
export const givesAway = (wei: bigint, to: Address, answer: bigint): Hex =>
  `0x5f5f5f5f67${wei.toString(16).padStart(16, "0")}73${to.slice(2)}5af150${answersWord(answer).slice(2)}`;

/** Writes storage when called, and returns a word. PUSH1 1, PUSH0, SSTORE */
export const writesAndAnswers = (answer: bigint): Hex => `0x60015f55${answersWord(answer).slice(2)}`;

/**
 * Uses at least this much gas, and returns nothing. PUSH4 rounds, JUMPDEST, PUSH1 1, SWAP1, SUB, DUP1, PUSH1 5, JUMPI:
 * 26 a round
 */
export const usesGas = (gas: number): Hex =>
  `0x63${Math.ceil(gas / 26)
    .toString(16)
    .padStart(8, "0")}5b60019003806005575f5ff3`;

/** PUSH0, PUSH0, REVERT */
export const REVERTS: Hex = "0x5f5ffd";

/** JUMPDEST, PUSH0, JUMP: runs until no gas is left. */
export const EATS_GAS: Hex = "0x5b5f56";

/** Returns two megabytes of zeros. */
export const RETURNS_MEGABYTES: Hex = "0x622000005ff3";

/** Returns one byte. */
export const RETURNS_ONE_BYTE: Hex = "0x60015ff3";

/** Returns a word by the first 8 hex digits of the calldata, and reverts for others. */
export function answersByStart(words: Readonly<Record<string, bigint>>): Hex {
  const branches = Object.entries(words).map(([start, answer]) => (at: number) => {
    const after = (at + 57).toString(16).padStart(4, "0");
    // DUP1 PUSH8 start EQ ISZERO PUSH2 after JUMPI, PUSH32 word PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN, after: JUMPDEST
    return `8067${start}141561${after}577f${word(answer)}60005260206000f35b`;
  });
  // PUSH1 0 CALLDATALOAD PUSH1 192 SHR
  let code = "60003560c01c";
  for (const branch of branches) code += branch(code.length / 2);
  return `0x${code}60006000fd`;
}
