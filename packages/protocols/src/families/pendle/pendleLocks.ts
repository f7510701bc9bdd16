import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext, ReadContext } from "../../adapter.ts";
import type { PoolKey, PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";

const lockAbi = parseAbi([
  "function pendle() view returns (address)",
  "function positionData(address user) view returns (uint128 amount, uint128 expiry)",
]);
const stakeAbi = parseAbi([
  "function PENDLE() view returns (address)",
  "function cooldownDuration() view returns (uint24)",
  "function userCooldown(address user) view returns (uint104 cooldownStart, uint152 amount)",
]);

export function listLockSignals({ votingEscrow, stakedPendle }: PendleContracts): EventSignal[] {
  const newLock = parseAbiItem("event NewLockPosition(address indexed user, uint128 amount, uint128 expiry)");
  const cooldown = parseAbiItem("event CooldownInitiated(address indexed user, uint256 amount, uint256 cooldownStart)");
  return [
    ...(votingEscrow ? [{ event: newLock, emitters: [votingEscrow], owners: ["user"] }] : []),
    ...(stakedPendle ? [{ event: cooldown, emitters: [stakedPendle], owners: ["user"] }] : []),
  ];
}

/** PENDLE locked for votes, and staked. */
export async function listLocks(context: OwnerContext<PendleContracts>): Promise<Position[]> {
  const { votingEscrow, stakedPendle } = context.contracts;
  const positions = await Promise.all([
    votingEscrow && isInvolved(context, votingEscrow) ? readLock(context, votingEscrow) : [],
    stakedPendle && isInvolved(context, stakedPendle) ? readStakes(context, stakedPendle) : [],
  ]);
  return positions.flat();
}

const isInvolved = ({ receipts, interactions, interactionsFrom }: OwnerContext<unknown>, address: Address): boolean =>
  interactionsFrom !== undefined ||
  receipts.includes(address) ||
  interactions.some(({ contract }) => contract === address);

async function readLock({ owner, read, readOnce }: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const [[[rawAmount, expiry]], [token]] = await Promise.all([
    read([{ address, abi: lockAbi, functionName: "positionData", args: [owner] }]),
    readOnce([{ address, abi: lockAbi, functionName: "pendle" }]),
  ]);
  if (rawAmount === 0n) return [];
  const supplies = [{ token: toLower(token), rawAmount }];
  const detail = { type: "locked", supplies, unlockAt: Number(expiry) } as const;
  return [{ name: "Locked", pool: { controller: address }, detail }];
}

async function readStakes({ owner, read, readOnce }: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const [[staked, [start, rawCooling], wait], [pendle]] = await Promise.all([
    read([
      { address, abi: tokenAbi, functionName: "balanceOf", args: [owner] },
      { address, abi: stakeAbi, functionName: "userCooldown", args: [owner] },
      { address, abi: stakeAbi, functionName: "cooldownDuration" },
    ]),
    readOnce([{ address, abi: stakeAbi, functionName: "PENDLE" }]),
  ]);
  const pool = { controller: address };
  const supply = (rawAmount: bigint) => [{ token: toLower(pendle), rawAmount }];
  const unlockAt = Number(start) + wait;
  return [
    ...(staked > 0n
      ? [{ name: "Staked", pool, detail: { type: "common", supplies: supply(staked) } } satisfies Position]
      : []),
    ...(rawCooling > 0n
      ? [
          {
            name: "Locked",
            pool,
            positionIndex: "cooldown",
            detail: { type: "locked", supplies: supply(rawCooling), unlockAt },
          } satisfies Position,
        ]
      : []),
  ];
}

/** What is locked, and what is staked without a cooldown. */
export async function listLockPools(context: ReadContext<PendleContracts>): Promise<PoolState[]> {
  const { votingEscrow, stakedPendle } = context.contracts;
  const pools = await Promise.all([
    votingEscrow && unlessUnread(readLockPool(context, votingEscrow), undefined),
    stakedPendle && unlessUnread(readStakePool(context, stakedPendle), undefined),
  ]);
  return pools.filter((pool) => pool !== undefined);
}

async function readLockPool({ read, readOnce }: ReadContext<unknown>, address: Address): Promise<PoolState> {
  const [token] = await readOnce([{ address, abi: lockAbi, functionName: "pendle" }]);
  const [rawAmount] = await read([{ address: token, abi: tokenAbi, functionName: "balanceOf", args: [address] }]);
  return {
    pool: { controller: address },
    name: "Locked",
    contracts: [address],
    supplies: [{ token: toLower(token), rawAmount }],
    rawShares: rawAmount,
    depositors: { by: "interaction", contract: address },
  };
}

async function readStakePool({ read, readOnce }: ReadContext<unknown>, address: Address): Promise<PoolState> {
  const [[token], [rawAmount]] = await Promise.all([
    readOnce([{ address, abi: stakeAbi, functionName: "PENDLE" }]),
    read([{ address, abi: tokenAbi, functionName: "totalSupply" }]),
  ]);
  return {
    pool: { controller: address },
    name: "Staked",
    contracts: [address],
    supplies: [{ token: toLower(token), rawAmount }],
    rawShares: rawAmount,
    depositors: { by: "receipt", token: address },
  };
}

/** Of locked PENDLE; other pools have receipts. */
export async function readLockShares(
  { read }: ReadContext<PendleContracts>,
  { controller: address }: PoolKey,
  owners: readonly Address[],
): Promise<bigint[]> {
  const locks = await read(
    owners.map((owner) => ({ address, abi: lockAbi, functionName: "positionData", args: [owner] }) as const),
  );
  return locks.map(([rawAmount]) => rawAmount);
}
