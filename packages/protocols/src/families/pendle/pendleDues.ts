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
  const [rewardTokens] = await context.tryRead([
    { address: token.address, abi: tokenAbi, functionName: "getRewardTokens" },
  ]);
  if (rewardTokens === undefined) return undefined;
  const { owner, trySimulate } = context;
  if (token.kind === "market") {
    const [paid] = await trySimulate([
      { address: token.address, abi: marketAbi, functionName: "redeemRewards", args: [owner] },
    ]);
    return paid && { rewards: toRewards(rewardTokens, paid), interest: [] };
  }
  const [paid] = await trySimulate([
    { address: token.address, abi: ytAbi, functionName: "redeemDueInterestAndRewards", args: [owner, true, true] },
  ]);
  if (paid === undefined) return undefined;
  const [rawAmount, rewards] = paid;
  return { rewards: toRewards(rewardTokens, rewards), interest: [{ sy: token.sy, rawAmount }] };
}

const toRewards = (tokens: readonly Address[], paid: readonly bigint[]): Amount[] =>
  tokens.flatMap((token, index) => {
    const rawAmount = paid[index] ?? 0n;
    return rawAmount > 0n ? [{ token: toLower(token), rawAmount }] : [];
  });
