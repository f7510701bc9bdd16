import type { Address } from "@portico/evm";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { marketAbi, tokenAbi, ytAbi } from "./pendleAbi.ts";
import type { PendleToken } from "./pendleTokens.ts";
import type { SyClaim } from "./syClaims.ts";

/** What an owner could claim now. */
export interface Dues {
  rewards: Amount[];
  interest: SyClaim[];
}

type Context = OwnerContext<unknown>;

/** By simulated claims, which transfer: no more than the contract has. Undefined: claiming fails. */
export async function readDues(context: Context, token: PendleToken): Promise<Dues | undefined> {
  if (token.kind === "pt") return { rewards: [], interest: [] };
  const { address, kind, sy } = token;
  const [[rewardTokens], paid] = await Promise.all([
    context.tryRead([{ address, abi: tokenAbi, functionName: "getRewardTokens" }]),
    kind === "market" ? claimMarket(context, address) : claimYt(context, address),
  ]);
  if (rewardTokens === undefined || paid === undefined) return undefined;
  const [rawInterest, rewards] = paid;
  return { rewards: toRewards(rewardTokens, rewards), interest: [{ sy, rawAmount: rawInterest }] };
}

/** SY and rewards. */
type Paid = readonly [bigint, readonly bigint[]];

async function claimMarket({ owner, trySimulate }: Context, address: Address): Promise<Paid | undefined> {
  const [rewards] = await trySimulate([{ address, abi: marketAbi, functionName: "redeemRewards", args: [owner] }]);
  return rewards && [0n, rewards];
}

async function claimYt({ owner, trySimulate }: Context, address: Address): Promise<Paid | undefined> {
  const args = [owner, true, true] as const;
  const [paid] = await trySimulate([{ address, abi: ytAbi, functionName: "redeemDueInterestAndRewards", args }]);
  return paid;
}

const toRewards = (tokens: readonly Address[], paid: readonly bigint[]): Amount[] =>
  tokens.flatMap((token, index) => {
    const rawAmount = paid[index] ?? 0n;
    return rawAmount > 0n ? [{ token: toLower(token), rawAmount }] : [];
  });
