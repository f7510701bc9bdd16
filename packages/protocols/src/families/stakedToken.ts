import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { Adapter, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { PoolState, Position } from "../position.ts";
import { toLower } from "../toLower.ts";

/** Receipts of stakes in Aave's safety module. */
export interface StakedTokenContracts {
  tokens: readonly Address[];
}

/** Versions 1 to 3 differ. @see https://github.com/bgd-labs/aave-stk-v1-5 */
const stakedTokenAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function STAKED_TOKEN() view returns (address)",
  "function REWARD_TOKEN() view returns (address)",
  "function getTotalRewardsBalance(address staker) view returns (uint256)",
  "function COOLDOWN_SECONDS() view returns (uint256)",
  "function getCooldownSeconds() view returns (uint256)",
  "function UNSTAKE_WINDOW() view returns (uint256)",
  "function stakersCooldowns(address staker) view returns (uint256)",
  "function exchangeRate() view returns (uint256)",
  "function previewRedeem(uint256 shares) view returns (uint256)",
]);

/** Version 3 stores an amount after the timestamp: the first word is the timestamp in all versions. */
const WHOLE = 10n ** 18n;

/** Staked tokens of the safety module: a share, rewards, and a cooldown before withdrawal. */
export const stakedTokenFamily = {
  signals: ({ tokens }) => ({
    tokens,
    events: [
      // an owner without shares may still have rewards
      { event: parseAbiItem("event RewardsAccrued(address user, uint256 amount)"), emitters: tokens, owners: ["user"] },
    ],
  }),

  async listPositions(context: OwnerContext<StakedTokenContracts>) {
    const { owner, contracts, receipts, interactions, read, readOnce, tryRead } = context;
    const met = new Set([...receipts, ...interactions.map(({ contract }) => contract)]);
    const tokens = contracts.tokens.map(toLower).filter((token) => met.has(token));
    const ofOwner = (functionName: "balanceOf" | "getTotalRewardsBalance" | "stakersCooldowns") =>
      tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName, args: [owner] }) as const);
    const [shares, rewards, starts, rewardTokens, waits, windows] = await Promise.all([
      read(ofOwner("balanceOf")),
      read(ofOwner("getTotalRewardsBalance")),
      tryRead(ofOwner("stakersCooldowns")),
      readOnce(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "REWARD_TOKEN" }) as const)),
      readWaits(tryRead, tokens),
      tryRead(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "UNSTAKE_WINDOW" }) as const)),
    ]);
    const stakes = await readStakes(context, tokens, shares);
    return tokens.flatMap((address, index): Position[] => {
      const [stake, rewardToken] = [stakes[index], rewardTokens[index]];
      if (stake === undefined || rewardToken === undefined) return [];
      const rawReward = rewards[index] ?? 0n;
      const times = {
        start: Number(starts[index] ?? 0n),
        wait: waits[index] ?? 0,
        window: Number(windows[index] ?? 0n),
      };
      if (stake.rawAmount === 0n && rawReward === 0n) return [];
      return [
        toPosition(
          { address, stake, reward: { token: toLower(rewardToken), rawAmount: rawReward }, ...times },
          context,
        ),
      ];
    });
  },

  /** A module that isn't deployed yet is empty. */
  async listPools(context: PoolContext<StakedTokenContracts>) {
    const all = context.contracts.tokens.map(toLower);
    const totals = await context.tryRead(
      all.map((address) => ({ address, abi: stakedTokenAbi, functionName: "totalSupply" }) as const),
    );
    const there = all.flatMap((address, index) => {
      const rawShares = totals[index];
      return rawShares === undefined ? [] : [{ address, rawShares }];
    });
    const stakes = await readStakes(
      context,
      there.map(({ address }) => address),
      there.map(({ rawShares }) => rawShares),
    );
    return there.flatMap(({ address, rawShares }, index): PoolState[] => {
      const [pool, supply] = [{ controller: address }, stakes[index]];
      if (supply === undefined) return [];
      const depositors = { by: "receipt", token: address } as const;
      return [{ pool, name: "Staked", contracts: [address], supplies: [supply], rawShares, depositors }];
    });
  },
} satisfies Partial<Adapter<StakedTokenContracts>>;

interface Amount {
  token: Address;
  rawAmount: bigint;
}

interface Held {
  address: Address;
  stake: Amount;
  reward: Amount;
  /** Start of the owner's cooldown, unix seconds; 0: none. */
  start: number;
  /** Seconds of the cooldown, and of the withdrawal window after it. */
  wait: number;
  window: number;
}

function toPosition({ address, stake, reward, start, wait, window }: Held, { timeAt }: { timeAt: number }): Position {
  const rewards = reward.rawAmount === 0n ? [] : [reward];
  const pool = { controller: address };
  const supplies = stake.rawAmount === 0n ? [] : [stake];
  if (supplies.length === 0) return { name: "Rewards", pool, detail: { type: "reward", rewards } };
  const [unlockAt, lastAt] = [start + wait, start + wait + window];
  if (start > 0 && timeAt <= lastAt) {
    const description = `Can be redeemed from ${toIsoTime(unlockAt)} to ${toIsoTime(lastAt)}.`;
    return { name: "Locked", pool, detail: { type: "locked", supplies, unlockAt, rewards, description } };
  }
  const name = reward.token === stake.token ? "Staked" : "Farming";
  return { name, pool, detail: { type: "common", supplies, rewards } };
}

const toIsoTime = (timeAt: number): string => new Date(timeAt * 1000).toISOString().replace(".000", "");

/** The payout of redeeming shares, in their order: less than one to one after a slashing. */
async function readStakes(
  { readOnce, tryRead }: Pick<ReadContext<unknown>, "readOnce" | "tryRead">,
  tokens: readonly Address[],
  shares: readonly bigint[],
): Promise<Amount[]> {
  const [staked, previews, rates] = await Promise.all([
    readOnce(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "STAKED_TOKEN" }) as const)),
    tryRead(
      tokens.map(
        (address, index) =>
          ({ address, abi: stakedTokenAbi, functionName: "previewRedeem", args: [shares[index] ?? 0n] }) as const,
      ),
    ),
    tryRead(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "exchangeRate" }) as const)),
  ]);
  return staked.map((token, index) => {
    const share = shares[index] ?? 0n;
    const rate = rates[index];
    const byRate = rate === undefined ? share : (share * rate) / WHOLE;
    return { token: toLower(token), rawAmount: previews[index] ?? byRate };
  });
}

async function readWaits(tryRead: ReadContext<unknown>["tryRead"], tokens: readonly Address[]): Promise<number[]> {
  const [fixed, set] = await Promise.all([
    tryRead(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "COOLDOWN_SECONDS" }) as const)),
    tryRead(tokens.map((address) => ({ address, abi: stakedTokenAbi, functionName: "getCooldownSeconds" }) as const)),
  ]);
  return tokens.map((_token, index) => Number(set[index] ?? fixed[index] ?? 0n));
}
