import type { Address, Hex } from "@portico/evm";
import { encodeFunctionData } from "viem";
import type { Action, TokenAmount } from "../action.ts";
import type { Category } from "../category.ts";
import { decodeCall } from "../decodeCall.ts";
import { findFunction } from "../functions/functions.ts";
import { listActions } from "../listActions.ts";

export const user: Address = "0x1111111111111111111111111111111111111111";
export const other: Address = "0x2222222222222222222222222222222222222222";
/** The called contract. */
export const target: Address = "0x7777777777777777777777777777777777777777";
export const usdc: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
export const dai: Address = "0x6b175474e89094c44da98b954eedeac495271d0f";
export const weth: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

export interface Scene {
  rawValue?: bigint;
  to?: Address;
  /** The detected standard of `to`. */
  standard?: "erc1155" | "erc20" | "erc721";
}

/** Calldata of a table's function, by selector. */
export function encode(selector: Hex, args: readonly unknown[]): Hex {
  const known = findFunction(selector);
  if (known === undefined) throw new Error(`No row has ${selector}`);
  return encodeFunctionData({ abi: [known.abi], args: [...args] } as never);
}

/** Actions of the user's call to `to` with these arguments. */
export function explain(
  selector: Hex,
  args: readonly unknown[],
  { rawValue = 0n, to = target, standard }: Scene = {},
): Action[] {
  const knowledge = {
    chain: "eth",
    wrappedToken: weth,
    findStandard: (contract: Address) => (contract === to ? standard : undefined),
    findUse: () => undefined,
    findImported: () => [],
    findBundled: () => [],
  };
  return listActions(decodeCall({ from: user, to, rawValue, input: encode(selector, args) }, knowledge), knowledge);
}

type Amounts = readonly (readonly [Address, bigint])[];
const toAmounts = (amounts: Amounts): TokenAmount[] => amounts.map(([token, rawAmount]) => ({ token, rawAmount }));

/** The action of a call to the target. */
export const called = (category: Category | "", sends: Amounts = [], receives: Amounts = []): Action => ({
  type: "call",
  from: user,
  to: target,
  category,
  sends: toAmounts(sends),
  receives: toAmounts(receives),
});
