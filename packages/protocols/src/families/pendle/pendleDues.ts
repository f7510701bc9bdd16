import type { Address } from "@portico/evm";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { marketAbi, syAbi, tokenAbi, ytAbi } from "./pendleAbi.ts";
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
  if (token.kind === "sy") return readSyDues(context, token.address, rewardTokens);
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

/** Anybody may deploy an SY: what counts is what arrives. */
async function readSyDues(
  { owner, trySimulate }: Context,
  address: Address,
  rewardTokens: readonly Address[],
): Promise<Dues> {
  const balances = rewardTokens.map(
    (token) => ({ address: token, abi: tokenAbi, functionName: "balanceOf", args: [owner] }) as const,
  );
  const claim = { address, abi: syAbi, functionName: "claimRewards", args: [owner] } as const;
  const results = await trySimulate([...balances, claim, ...balances]);
  const raw = results.map((result) => (typeof result === "bigint" ? result : 0n));
  const paid = rewardTokens.map((_token, at) => (raw[rewardTokens.length + 1 + at] ?? 0n) - (raw[at] ?? 0n));
  return { rewards: toRewards(rewardTokens, paid), interest: [] };
}

const toRewards = (tokens: readonly Address[], paid: readonly bigint[]): Amount[] =>
  tokens.flatMap((token, index) => {
    const rawAmount = paid[index] ?? 0n;
    return rawAmount > 0n ? [{ token: toLower(token), rawAmount }] : [];
  });
