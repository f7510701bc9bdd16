import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { AbiEvent, AbiFunction } from "viem";
import type { EventSignal, OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { toLower } from "../toLower.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";

/** How a fork computes rewards. */
export interface CompoundRewards {
  /** Events of accrued rewards of an owner, who may hold nothing any more. */
  listSignals(contracts: CompoundV2Contracts): EventSignal[];
  /** Unclaimed at the block; for the markets that the owner has entered. */
  read(context: OwnerContext<CompoundV2Contracts>, markets: readonly Address[]): Promise<Amount[]>;
}

/** Names of a comptroller's reward functions. */
export interface RewardNames {
  token: AbiFunction;
  accrued: AbiFunction;
  supplyState: AbiFunction;
  borrowState: AbiFunction;
  supplySpeed: AbiFunction;
  borrowSpeed: AbiFunction;
  supplierIndex: AbiFunction;
  borrowerIndex: AbiFunction;
  events: { event: AbiEvent; owner: string }[];
}

const marketAbi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function totalBorrows() view returns (uint256)",
  "function borrowIndex() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function borrowBalanceStored(address owner) view returns (uint256)",
]);

const ONE = 10n ** 18n;
/** Indexes have 36 decimals, and begin at 1. */
const DOUBLE = 10n ** 36n;

/** Rewards per block, computed by the comptroller: as `claim…` would pay them at the block that is read. */
export const createOwnRewards = (names: RewardNames): CompoundRewards => ({
  listSignals: ({ comptroller }) =>
    names.events.map(({ event, owner }) => ({ event, owners: [owner], emitters: [comptroller] })),

  async read(context, markets) {
    const { contracts, owner, interactions, read, readOnce } = context;
    const address = contracts.comptroller;
    const hasInteracted = interactions.some(({ contract }) => contract === toLower(address));
    if (markets.length === 0 && !hasInteracted) return [];
    const [[token], [accrued], rows] = await Promise.all([
      readOnce([{ address, abi: [names.token], functionName: names.token.name }]) as Promise<unknown[]>,
      read([{ address, abi: [names.accrued], functionName: names.accrued.name, args: [owner] }]) as Promise<unknown[]>,
      readRows(context, names, markets),
    ]);
    const rawAmount = rows.reduce((sum, row) => sum + countRow(row, context.blockNumber), accrued as bigint);
    return rawAmount === 0n ? [] : [{ token: String(token).toLowerCase() as Address, rawAmount }];
  },
});

/** One side of a market: its supplies or its debts. */
export interface RewardRow {
  index: bigint;
  sinceBlock: bigint;
  speed: bigint;
  ownerIndex: bigint;
  total: bigint;
  share: bigint;
}

async function readRows(
  { contracts, owner, read }: OwnerContext<CompoundV2Contracts>,
  names: RewardNames,
  markets: readonly Address[],
): Promise<RewardRow[]> {
  const address = contracts.comptroller;
  const readEach = (item: AbiFunction, ...rest: Address[]): Promise<unknown[]> =>
    read(markets.map((market) => ({ address, abi: [item], functionName: item.name, args: [market, ...rest] })));
  const [
    supplies,
    borrows,
    supplySpeeds,
    borrowSpeeds,
    supplierIndexes,
    borrowerIndexes,
    totals,
    debts,
    indexes,
    shares,
    owed,
  ] = await Promise.all([
    readEach(names.supplyState) as Promise<[bigint, number][]>,
    readEach(names.borrowState) as Promise<[bigint, number][]>,
    readEach(names.supplySpeed) as Promise<bigint[]>,
    readEach(names.borrowSpeed) as Promise<bigint[]>,
    readEach(names.supplierIndex, owner) as Promise<bigint[]>,
    readEach(names.borrowerIndex, owner) as Promise<bigint[]>,
    read(markets.map((market) => ({ address: market, abi: marketAbi, functionName: "totalSupply" }) as const)),
    read(markets.map((market) => ({ address: market, abi: marketAbi, functionName: "totalBorrows" }) as const)),
    read(markets.map((market) => ({ address: market, abi: marketAbi, functionName: "borrowIndex" }) as const)),
    read(
      markets.map((market) => ({ address: market, abi: marketAbi, functionName: "balanceOf", args: [owner] }) as const),
    ),
    read(
      markets.map(
        (market) => ({ address: market, abi: marketAbi, functionName: "borrowBalanceStored", args: [owner] }) as const,
      ),
    ),
  ]);
  return markets.flatMap((_market, at): RewardRow[] => [
    {
      index: supplies[at]![0],
      sinceBlock: BigInt(supplies[at]![1]),
      speed: supplySpeeds[at]!,
      ownerIndex: supplierIndexes[at]!,
      total: totals[at]!,
      share: shares[at]!,
    },
    {
      index: borrows[at]![0],
      sinceBlock: BigInt(borrows[at]![1]),
      speed: borrowSpeeds[at]!,
      ownerIndex: borrowerIndexes[at]!,
      total: (debts[at]! * ONE) / indexes[at]!,
      share: (owed[at]! * ONE) / indexes[at]!,
    },
  ]);
}

/** Like the comptroller: an owner from before rewards were set begins at the initial index. */
export function countRow(
  { index, sinceBlock, speed, ownerIndex, total, share }: RewardRow,
  blockNumber: bigint,
): bigint {
  const blocks = blockNumber - sinceBlock;
  const isRunning = blocks > 0n && speed > 0n && total > 0n;
  const now = index + (isRunning ? (blocks * speed * DOUBLE) / total : 0n);
  const from = ownerIndex === 0n && now >= DOUBLE ? DOUBLE : ownerIndex;
  return (share * (now - from)) / DOUBLE;
}
