import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { AbiEvent } from "viem";
import type { EventSignal, OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { readHeld } from "../capToHeld.ts";
import { toLower } from "../../toLower.ts";

/** Convex' locker, and Aura's, whose locks are not boosted. @see "CvxLockerV2, AuraLocker" */
const convexAbi = parseAbi([
  "struct Lock { uint112 amount; uint112 boosted; uint32 unlockTime; }",
  "function lockedBalances(address owner) view returns (uint256 total, uint256 unlockable, uint256 locked, Lock[] locks)",
]);
const auraAbi = parseAbi([
  "struct Lock { uint112 amount; uint32 unlockTime; }",
  "function lockedBalances(address owner) view returns (uint256 total, uint256 unlockable, uint256 locked, Lock[] locks)",
]);
const lockerAbi = parseAbi([
  "struct Reward { address token; uint256 amount; }",
  "function stakingToken() view returns (address)",
  "function claimableRewards(address owner) view returns (Reward[])",
]);
const lockedEvents: readonly AbiEvent[] = parseAbi([
  "event Staked(address indexed _user, uint256 _paidAmount, uint256 _lockedAmount, uint256 _boostedAmount)",
  "event Staked(address indexed _user, uint256 indexed _epoch, uint256 _paidAmount, uint256 _lockedAmount, uint256 _boostedAmount)",
  "event Staked(address indexed _user, uint256 _paidAmount, uint256 _lockedAmount)",
]);

export const toLockerSignals = (emitters: readonly Address[]): EventSignal[] =>
  emitters.length === 0 ? [] : lockedEvents.map((event) => ({ event, emitters, owners: ["_user"] }));

/** Locks by the time of their end, and what can be withdrawn, as far as the locker holds it; and rewards. */
export async function readLocker(
  context: OwnerContext<unknown>,
  address: Address,
  isBoosted: boolean,
): Promise<Position[]> {
  const { owner, read, readOnce } = context;
  const args = [owner] as const;
  const [[staked], [[, unlockable, , locks]], [claimable]] = await Promise.all([
    readOnce([{ address, abi: lockerAbi, functionName: "stakingToken" }]),
    isBoosted
      ? read([{ address, abi: convexAbi, functionName: "lockedBalances", args }])
      : read([{ address, abi: auraAbi, functionName: "lockedBalances", args }]),
    read([{ address, abi: lockerAbi, functionName: "claimableRewards", args }]),
  ]);
  const token = toLower(staked);
  const rewards = claimable
    .map((reward) => ({ token: toLower(reward.token), rawAmount: reward.amount }))
    .filter(({ rawAmount }) => rawAmount > 0n);
  const pool = { controller: address };
  const byEnd = Map.groupBy(locks as readonly { amount: bigint; unlockTime: number }[], ({ unlockTime }) => unlockTime);
  const [rawHeld = 0n] = await readHeld(context, [address], [token]);
  let rawLeft = rawHeld;
  const locked = [...byEnd].map(([unlockAt, same]): Position => {
    const rawLocked = same.reduce((sum, { amount }) => sum + amount, 0n);
    const rawAmount = rawLocked < rawLeft ? rawLocked : rawLeft;
    rawLeft -= rawAmount;
    const supplies = [{ token, rawAmount }];
    return { name: "Locked", detail: { type: "locked", supplies, unlockAt }, pool, positionIndex: String(unlockAt) };
  });
  const free: Position = {
    name: "Staked",
    detail: { type: "common", supplies: [{ token, rawAmount: unlockable < rawLeft ? unlockable : rawLeft }] },
    pool,
  };
  const paid: Position = { name: "Rewards", detail: { type: "reward", rewards }, pool };
  return [...locked, ...(unlockable > 0n ? [free] : []), ...(rewards.length > 0 ? [paid] : [])];
}
