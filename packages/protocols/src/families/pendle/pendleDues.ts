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

/** Each is a call: whoever made the SY may name any number. */
const MAX_REWARDS = 10;

/** What simulated claims transfer: no more than the contract has. Undefined: claiming fails. */
export async function readDues(context: Context, token: PendleToken): Promise<Dues | undefined> {
  if (token.kind === "pt") return { rewards: [], interest: [] };
  const { address, kind, sy } = token;
  const [named] = await context.tryRead([{ address, abi: tokenAbi, functionName: "getRewardTokens" }]);
  if (named === undefined) return undefined;
  const rewardTokens = [...new Set(named.map(toLower))].slice(0, MAX_REWARDS);
  const args = [context.owner] as const;
  const balances = rewardTokens.map(
    (one) => ({ address: one, abi: tokenAbi, functionName: "balanceOf", args }) as const,
  );
  const claim =
    kind === "market"
      ? ({ address, abi: marketAbi, functionName: "redeemRewards", args } as const)
      : ({ address, abi: ytAbi, functionName: "redeemDueInterestAndRewards", args: [...args, true, true] } as const);
  // the SY decides which amount it reports for which token, so only what arrives counts
  const answers: readonly unknown[] = await context.trySimulate([...balances, claim, ...balances]);
  const paid = answers[rewardTokens.length];
  if (paid === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calls of balances, and the claim of a YT
  const [amounts, [rawInterest]] = [answers as (bigint | undefined)[], paid as readonly [bigint]];
  const rewards = rewardTokens.flatMap((one, index): Amount[] => {
    const [before, after] = [amounts[index], amounts[rewardTokens.length + 1 + index]];
    return before === undefined || after === undefined || after <= before
      ? []
      : [{ token: one, rawAmount: after - before }];
  });
  return { rewards, interest: [{ sy, rawAmount: kind === "market" ? 0n : rawInterest }] };
}
