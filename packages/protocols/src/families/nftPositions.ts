import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Amount, PositionRange } from "../position.ts";
import { takeAlone } from "./limits.ts";
import type { Take } from "./limits.ts";
import { toAmounts } from "./liquidity.ts";
import type { TokenPair } from "./liquidity.ts";
import type { NftManager, RangeReads } from "./nftManager.ts";
import { findPool, readHeld } from "./readHeld.ts";
import type { Held } from "./readHeld.ts";
import { FEE_VIEW } from "./rangeDialect.ts";
import { readRange, toOwed } from "./readRange.ts";
import type { Range } from "./readRange.ts";

export interface NftPosition {
  tokenId: bigint;
  pool: Address;
  /** The amounts of removing all liquidity, without fees. */
  principal: [Amount, Amount];
  /** What the manager's `collect` would pay now. */
  fees: [Amount, Amount];
  range: PositionRange;
}

/** Contents of positions, without closed ones: no liquidity, nothing owed. */
export async function readNftPositions(
  reads: RangeReads,
  manager: NftManager,
  tokenIds: readonly bigint[],
): Promise<NftPosition[]> {
  const held = (await Promise.all(tokenIds.map((id) => readHeld(reads, manager, id)))).flat();
  const pools = await Promise.all(held.map(({ poolView }) => findPool(reads, manager, poolView)));
  const found = held.flatMap((one, index) => {
    const pool = pools[index];
    return pool === undefined ? [] : [{ ...one, pool }];
  });
  const ranges = await Promise.all(
    found.map(async (one) => {
      const [range, balances] = await Promise.all([readRange(reads, manager, one), readBalances(reads, manager, one)]);
      return { ...range, balances };
    }),
  );
  const { take } = manager;
  if (take === undefined) return ranges.map((range) => toPosition(range, takeAlone));
  return ranges.map((range) => toPosition(range, take)).filter((position) => !isEmpty(position));
}

interface Limited extends Range {
  /** The pool's. */
  balances: TokenPair;
}

const UNLIMITED: TokenPair = [2n ** 256n, 2n ** 256n];

async function readBalances(
  { tryRead }: RangeReads,
  { take }: NftManager,
  { pool, tokens }: Held & { pool: Address },
): Promise<TokenPair> {
  if (take === undefined) return UNLIMITED;
  const [balance0 = 0n, balance1 = 0n] = await tryRead(
    tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pool] }) as const),
  );
  return [balance0, balance1];
}

function toPosition(range: Limited, take: Take): NftPosition {
  const { tokenId, tokens, pool, key, account, balances } = range;
  const liquidity = take(key, account.liquidity, range.liquidity);
  const hasAmounts = liquidity > 0n && range.price.sqrtPriceX96 > 0n;
  const principal = hasAmounts ? toAmounts(liquidity, range, range.price) : ([0n, 0n] as const);
  const claimed = { ...range, liquidity };
  const name = (amount: bigint, side: 0 | 1): Amount => ({
    token: tokens[side],
    rawAmount: take(`${pool} ${tokens[side]}`, balances[side], amount),
  });
  // collecting for an NFT without liquidity pays what is stored, and accrues nothing
  const toFee = (side: 0 | 1): bigint => {
    const paid = liquidity === 0n ? account.owed[side] : toOwed(account, range, side);
    const owed = take(`${key} ${side}`, paid, toOwed(claimed, range, side));
    return owed > balances[side] ? 0n : owed; // no pool owes more than it has: the growth is of another layout
  };
  return {
    tokenId,
    pool,
    principal: [name(principal[0], 0), name(principal[1], 1)],
    fees: [name(toFee(0), 0), name(toFee(1), 1)],
    range: toPositionRange(range),
  };
}

function toPositionRange({ tokens, tickLower, tickUpper, price, poolView }: Limited): PositionRange {
  const fee = poolView.view === FEE_VIEW ? Number(poolView.args[2]) : undefined;
  return { tokens, tickLower, tickUpper, ...price, ...(fee !== undefined && { feePpm: fee }) };
}

const isEmpty = ({ principal, fees }: NftPosition): boolean =>
  [...principal, ...fees].every(({ rawAmount }) => rawAmount === 0n);
