import type { Address, Hex } from "viem";
import { toFunctionSelector } from "viem";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Rpc } from "./rpc.ts";
import { decodeTokenText } from "./tokenText.ts";

/** null: the contract does not define it. Texts are untrusted: see `decodeTokenText`. */
export interface TokenMetadata {
  name: string | null;
  symbol: string | null;
  /** An integer in 0..255. */
  decimals: number | null;
}

const SELECTORS = ["name()", "symbol()", "decimals()"].map((signature) => toFunctionSelector(signature));

/** Reads name, symbol and decimals of ERC-20 tokens at one block, in the order of the tokens. */
export async function readTokenMetadata(
  rpc: Rpc,
  tokens: readonly Address[],
  options: PinnedOptions,
): Promise<TokenMetadata[]> {
  const calls = tokens.flatMap((to) => SELECTORS.map((data) => ({ to, data })));
  const answers = await callMany(rpc, calls, options);
  return tokens.map((_, index) => {
    const [name = null, symbol = null, decimals = null] = answers.slice(index * 3, index * 3 + 3);
    return {
      name: name === null ? null : decodeTokenText(name),
      symbol: symbol === null ? null : decodeTokenText(symbol),
      decimals: decimals === null ? null : decodeDecimals(decimals),
    };
  });
}

export function decodeDecimals(data: Hex): number | null {
  if (data.length < 66) return null;
  const value = BigInt(data.slice(0, 66));
  return value <= 255n ? Number(value) : null;
}
