import { type Address, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { maxUint256 } from "viem";
import type { Action, TokenAmount } from "../action.ts";
import type { Category } from "../category.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";

/** Effects of a protocol call on the actor: omitted if unknown or none. */
export interface Effects {
  /** Maximum that leaves. */
  sends?: TokenAmount[];
  /** Minimum that the actor receives; amounts of others are not included. */
  receives?: TokenAmount[];
  /** Other effects: NFTs move, allowances are given. */
  also?: Action[];
}

/** A row whose function is one `call` action and its other effects. Without `read` it sends the call's value. */
export function protocolRow(
  category: Category | "",
  signature: string,
  read?: (args: Args, reading: Reading) => Effects,
): FunctionRow {
  if (read === undefined) return { signature, category };
  return { signature, category, read: (reading) => toActions(reading, category, read(reading.args, reading)) };
}

/** A row whose category depends on the arguments or the contract called. */
export const readRow = (
  signature: string,
  read: (args: Args, reading: Reading) => Effects & { category: Category | "" },
): FunctionRow => ({
  signature,
  category: "",
  read(reading) {
    const effects = read(reading.args, reading);
    return toActions(reading, effects.category, effects);
  },
});

export const toActions = (reading: Reading, category: Category | "", effects: Effects): Action[] => [
  {
    type: "call",
    from: reading.actor,
    to: reading.call.to ?? ZERO_ADDRESS,
    category,
    sends: sumByToken(effects.sends ?? []),
    receives: sumByToken(effects.receives ?? []),
  },
  ...(effects.also ?? []),
];

/** Part of the call isn't understood. */
export const callUnknown = ({ call, actor }: Reading): Action[] => [
  { type: "call", from: actor, to: call.to ?? ZERO_ADDRESS, category: "", sends: [], receives: [] },
];

/** One amount, or none if the token is unknown. Protocols write native coin as the zero address. */
export function amountOf(token: Address | undefined, rawAmount: bigint): TokenAmount[] {
  if (token === undefined) return [];
  return [{ token: token === ZERO_ADDRESS ? NATIVE_TOKEN : token, rawAmount }];
}

/** The call's own value. */
export const valueOf = ({ call }: Reading): TokenAmount[] =>
  call.rawValue === 0n ? [] : [{ token: NATIVE_TOKEN, rawAmount: call.rawValue }];

/** `amounts` if `recipient` is the actor. */
export const ifActor = (reading: Reading, recipient: Address, amounts: TokenAmount[]): TokenAmount[] =>
  recipient === reading.actor ? amounts : [];

/** The called contract's own token, if it is known to be one: shares, receipts. */
export const ownToken = ({ call, knowledge }: Reading, rawAmount: bigint): TokenAmount[] =>
  call.to !== undefined && knowledge.findStandard(call.to) === "erc20" ? [{ token: call.to, rawAmount }] : [];

/** The minimum received where 2^256 - 1 means everything. */
export const atLeast = (rawAmount: bigint): bigint => (rawAmount === maxUint256 ? 0n : rawAmount);

/** An NFT of this contract that the call mints: its id is not known yet. */
export const mintNft = (contract: Address | undefined, to: Address): Action[] =>
  contract === undefined
    ? []
    : [
        {
          type: "send_nft",
          from: ZERO_ADDRESS,
          to,
          nft: { contract, tokenId: undefined, rawAmount: 1n, isErc1155: false },
        },
      ];

/** One amount per token, in their first order. */
export function sumByToken(amounts: readonly TokenAmount[]): TokenAmount[] {
  const sums = new Map<Address, bigint>();
  for (const { token, rawAmount } of amounts) sums.set(token, cap((sums.get(token) ?? 0n) + rawAmount));
  return [...sums].map(([token, rawAmount]) => ({ token, rawAmount }));
}

const cap = (rawAmount: bigint): bigint => (rawAmount > maxUint256 ? maxUint256 : rawAmount);
