import type { Address, Hex } from "viem";
import { NATIVE_TOKEN } from "./nativeToken.ts";

/** Every pair of these owners and tokens, token by token. */
export interface BalanceTable {
  owners: readonly Address[];
  /** May contain NATIVE_TOKEN. */
  tokens: readonly Address[];
}

/**
 * Code that reads a table of balances, and returns only those above zero: so a request has 20 bytes per owner and token
 * instead of 224 per pair, and its response next to nothing. Each token is called by STATICCALL with at most 500,000 gas;
 * the program stops when it has less than 800,000 left. Its input: the number of owners, that of pairs, the first pair to
 * read, and where the tokens begin, in a word each; then the owners and the tokens. Its output: where it stopped, and the
 * entries, a word each, with the number of the pair and a kind in the first byte; a value has the amount after it.
 */
export const BALANCE_TABLE_CODE: Hex = `0x${[
  "6370a0823160e01b6000526080604035", // MSTORE(0, balanceOf); out = 128; pair = first
  "5b6020358110620c35005a11161560db57", // while pair < end and GAS > 800000:
  "6000358104601402606035013560601c", // token = tokens[pair / owners]
  "60003582066014026080013560601c", // owner = owners[pair % owners]
  `8173${NATIVE_TOKEN.slice(2)}1460af57`, // if token is the native coin: goto coin
  "6004526020604060246000846207a120fa", // MSTORE(4, owner); ok = STATICCALL(500000, token, 0, 36, 64, 32)
  "80601f3d111660b657", // if ok and RETURNDATASIZE > 31: goto word
  "903b15608c57", // if EXTCODESIZE(token) is 0: goto none
  "60020360f81b81178252906020019060d456", // MSTORE(out, (2 - ok) << 248 | pair); out += 32; goto next
  "5b50600360f81b811782529060200190", // none: MSTORE(out, 3 << 248 | pair); out += 32
  "6000358082046001010260019003905060d456", // pair = the last of this token; goto next
  "5b31905060bc56", // coin: value = BALANCE(owner); goto store
  "5b5050604051", // word: value = MLOAD(64)
  "5b801560d257", // store: if value is 0: goto skip
  "8260200152808252906040019060d456", // MSTORE(out, pair); MSTORE(out + 32, value); out += 64; goto next
  "5b50", // skip:
  "5b600101601056", // next: pair += 1
  "5b606052606090036060f3", // MSTORE(96, pair); RETURN(96, out - 96)
].join("")}`;

const WORD = 64;
/** Before the owners. */
const HEADER_BYTES = 128;
const ADDRESS_BYTES = 20;

const toWord = (value: number): string => value.toString(16).padStart(WORD, "0");
const join = (addresses: readonly Address[]): string => addresses.map((one) => one.slice(2)).join("");

/** @param first - The first pair to read. */
export function encodeBalanceTable({ owners, tokens }: BalanceTable, first: number): Hex {
  const header = [owners.length, owners.length * tokens.length, first, HEADER_BYTES + ADDRESS_BYTES * owners.length];
  return `0x${header.map(toWord).join("")}${join(owners)}${join(tokens)}`;
}

export interface TableEntry {
  /** The number of the pair. */
  pair: number;
  /**
   * `value`: above zero. `none`: a contract without a usable response. `failed`: the call failed with this much gas.
   * `codeless`: no contract, so neither for the other owners.
   */
  kind: "codeless" | "failed" | "none" | "value";
  rawAmount: bigint;
}

const KINDS = ["value", "none", "failed", "codeless"] as const;
const KIND_LENGTH = 2;

/** @returns the entries, and where the program stopped; undefined if this is not its output. */
export function decodeBalanceTable(
  data: Hex,
  { first, end }: { first: number; end: number },
): { entries: TableEntry[]; stopped: number } | undefined {
  if (data.length < 2 + WORD || (data.length - 2) % WORD !== 0) return undefined;
  const readWord = (at: number): Hex => `0x${data.slice(at, at + WORD)}`;
  const stopped = Number(readWord(2));
  if (!(stopped > first && stopped <= end)) return undefined;
  const entries: TableEntry[] = [];
  for (let at = 2 + WORD; at < data.length; at += WORD) {
    const kind = KINDS[Number(`0x${data.slice(at, at + KIND_LENGTH)}`)];
    const pair = Number(`0x${data.slice(at + KIND_LENGTH, at + WORD)}`);
    if (kind === undefined || !(pair >= first && pair < end)) return undefined;
    if (kind === "value") at += WORD;
    if (at >= data.length) return undefined;
    entries.push({ pair, kind, rawAmount: kind === "value" ? BigInt(readWord(at)) : 0n });
  }
  return { entries, stopped };
}
