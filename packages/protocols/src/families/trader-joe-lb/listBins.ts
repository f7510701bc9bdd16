import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { createLimits } from "../limits.ts";
import { readWords } from "../readWords.ts";
import { readHookRewards } from "./hookRewards.ts";
import { readLbPair } from "./readLbPair.ts";

/** @see "ILBPair and ILBToken of https://github.com/traderjoe-xyz/joe-v2" */
const pairAbi = parseAbi([
  "function getBin(uint24 id) view returns (uint256 reserveX, uint256 reserveY)",
  "function balanceOf(address account, uint256 id) view returns (uint256)",
  "function totalSupply(uint256 id) view returns (uint256)",
]);

/** Bins are numbered by 24 bits; more than these in one pair are not read. */
const MAX_BINS = 1_000;
const isBin = (id: bigint): boolean => id < 1n << 24n;

/** An owner's bins of a pair: the part of each bin's reserves that its shares are burned for. */
export async function listBins(
  context: OwnerContext<unknown>,
  pair: Address,
  held: readonly bigint[],
): Promise<Position[]> {
  const ids = held.filter(isBin).slice(0, MAX_BINS);
  const of = { address: pair, abi: pairAbi } as const;
  const [{ tokens, balances }, bins, shares, supplies, fees, paid] = await Promise.all([
    readLbPair(context, pair),
    context.read(ids.map((id) => ({ ...of, functionName: "getBin", args: [Number(id)] }) as const)),
    context.read(ids.map((id) => ({ ...of, functionName: "balanceOf", args: [context.owner, id] }) as const)),
    context.read(ids.map((id) => ({ ...of, functionName: "totalSupply", args: [id] }) as const)),
    readFees(context, pair, ids),
    readHookRewards(context, pair, ids),
  ]);
  const take = createLimits();
  const name = (toSum: (side: 0 | 1) => bigint): Amount[] =>
    ([0, 1] as const).map((side) => {
      const rawAmount = take(tokens[side], balances[side], toSum(side));
      return { token: tokens[side], rawAmount };
    });
  const toPart = (index: number, side: 0 | 1): bigint => {
    const [bin, share, supply] = [bins[index]!, shares[index]!, supplies[index]!];
    return supply === 0n ? 0n : (bin[side] * share) / supply;
  };
  const contents = name((side) => ids.reduce((sum, _id, index) => sum + toPart(index, side), 0n));
  const rewards = [...name((side) => fees[side]), ...paid].filter(({ rawAmount }) => rawAmount > 0n);
  if ([...contents, ...rewards].every(({ rawAmount }) => rawAmount === 0n)) return [];
  const detail = { type: "common", supplies: contents, rewards } as const;
  return [{ name: "Liquidity Pool", detail, pool: { controller: pair } }];
}

/** Fees that version 2.0 keeps apart; later ones add them to the bins. */
async function readFees(
  context: OwnerContext<unknown>,
  address: Address,
  ids: readonly bigint[],
): Promise<readonly [bigint, bigint]> {
  // ids must be in order
  const args = [context.owner, ids.toSorted((one, other) => (one < other ? -1 : 1))];
  const words = await readWords(context, { address, view: "pendingFees(address,uint256[])", args }, [2]);
  return [words?.[0] ?? 0n, words?.[1] ?? 0n];
}
