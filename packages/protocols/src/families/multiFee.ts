import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolKey, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { capToHeld } from "./capToHeld.ts";
import { createLimits } from "./limits.ts";

/** @see "ChefIncentivesController and MultiFeeDistribution of geist-finance/geist-protocol" */
const controllerAbi = parseAbi(["function rewardMinter() view returns (address)"]);
const feeAbi = parseAbi([
  "struct Balance { uint256 amount; uint256 unlockTime; }",
  "struct Reward { address token; uint256 amount; }",
  "function stakingToken() view returns (address)",
  "function unlockedBalance(address user) view returns (uint256)",
  "function earnedBalances(address user) view returns (uint256 total, Balance[] earnings)",
  "function lockedBalances(address user) view returns (uint256 total, uint256 unlockable, uint256 locked, Balance[] locks)",
  "function claimableRewards(address user) view returns (Reward[])",
]);

/** The contract with the stakes of a market's token emits it. */
export const multiFeeSignal: EventSignal = {
  event: parseAbiItem("event Staked(address indexed user, uint256 amount, bool locked)"),
  emitters: "identified",
  owners: ["user"],
};

/** The contracts that controllers of rewards mint to: with stakes, locks, and what vests. Constants. */
export async function listMultiFees(
  { readOnce }: Pick<ReadContext<unknown>, "readOnce">,
  controllers: Iterable<Address>,
): Promise<Set<Address>> {
  const named = await Promise.all(
    [...controllers].map((address) =>
      unlessUnread<readonly Address[]>(readOnce([{ address, abi: controllerAbi, functionName: "rewardMinter" }]), []),
    ),
  );
  return new Set(
    named
      .flat()
      .map(toLower)
      .filter((address) => address !== ZERO_ADDRESS),
  );
}

/** Stakes, locks by their end, and what vests, together as far as the contract holds the token; and a share of fees. */
export async function readMultiFee(context: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const { owner, read, readOnce } = context;
  const of = { address, abi: feeAbi, args: [owner] } as const;
  const naming = readOnce([{ address, abi: feeAbi, functionName: "stakingToken" }]);
  const [[named], [rawHeld], [unlocked, [, earnings], [, unlockable, , locks], fees]] = await Promise.all([
    naming,
    naming.then(([token]) => read([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }])),
    read([
      { ...of, functionName: "unlockedBalance" },
      { ...of, functionName: "earnedBalances" },
      { ...of, functionName: "lockedBalances" },
      { ...of, functionName: "claimableRewards" },
    ]),
  ]);
  const token = toLower(named);
  const limit = createLimits();
  const take = (rawAmount: bigint): Amount => ({ token, rawAmount: limit(token, rawHeld, rawAmount) });
  const pool = { controller: address };
  const locked = groupByEnd(locks).map(([unlockAt, rawAmount]): Position => ({
    name: "Locked",
    detail: { type: "locked", supplies: [take(rawAmount)], unlockAt },
    pool,
    positionIndex: String(unlockAt),
  }));
  const free = take(unlocked + unlockable);
  const vesting = take(earnings.reduce((sum, { amount }) => sum + amount, 0n));
  const endAt = Number(earnings.at(-1)?.unlockTime ?? 0n);
  const paid = fees.map((fee) => ({ token: toLower(fee.token), rawAmount: fee.amount }));
  const others = await capToHeld(
    context,
    [address],
    paid.filter((fee) => fee.token !== token && fee.rawAmount > 0n),
  );
  const own = paid.flatMap((fee) => (fee.token === token ? [take(fee.rawAmount)] : []));
  const rewards = [...own, ...others].filter(({ rawAmount }) => rawAmount > 0n);
  return [...locked, ...toStake(free, rewards, pool), ...toVesting(vesting, endAt, pool)].filter(isFilled);
}

const groupByEnd = (locks: readonly { amount: bigint; unlockTime: bigint }[]): [number, bigint][] =>
  [...Map.groupBy(locks, ({ unlockTime }) => Number(unlockTime))].map(([unlockAt, same]) => [
    unlockAt,
    same.reduce((sum, { amount }) => sum + amount, 0n),
  ]);

function toStake(free: Amount, rewards: Amount[], pool: PoolKey): Position[] {
  if (free.rawAmount > 0n) return [{ name: "Staked", detail: { type: "common", supplies: [free], rewards }, pool }];
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

/** Half of it can be had before. */
const toVesting = (token: Amount, endAt: number, pool: PoolKey): Position[] =>
  token.rawAmount === 0n
    ? []
    : [
        {
          name: "Vesting",
          detail: { type: "vesting", token, rawClaimable: 0n, endAt },
          pool,
          positionIndex: "vesting",
        },
      ];

const isFilled = ({ detail }: Position): boolean => detail.type !== "locked" || detail.supplies[0]!.rawAmount > 0n;
