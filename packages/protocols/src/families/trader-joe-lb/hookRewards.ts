import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import { readWords, toAddress } from "../readWords.ts";

/** @see "ILBHooksBaseRewarder of https://github.com/lfj-gg/lb-rewarder" */
const hookAbi = parseAbi([
  "function getRewardToken() view returns (address)",
  "function getPendingRewards(address user, uint256[] ids) view returns (uint256)",
]);

/** Rewards for shares of bins, of the hook that a pair of version 2.2 has and of that hook's own, as far as each has them. */
export async function readHookRewards(
  context: OwnerContext<unknown>,
  pair: Address,
  ids: readonly bigint[],
): Promise<Amount[]> {
  const hook = await findHook(context, pair, "getLBHooksParameters()");
  if (hook === undefined) return [];
  const [own, extra] = await Promise.all([
    readRewards(context, hook, ids),
    findHook(context, hook, "getExtraHooksParameters()").then((more) =>
      more === undefined ? [] : readRewards(context, more, ids),
    ),
  ]);
  return [...own, ...extra];
}

/** Above the address are flags. */
async function findHook(
  context: OwnerContext<unknown>,
  address: Address,
  view: "getExtraHooksParameters()" | "getLBHooksParameters()",
): Promise<Address | undefined> {
  const [word = 0n] = (await readWords(context, { address, view }, [1])) ?? [];
  const hook = toAddress(word);
  return hook === ZERO_ADDRESS ? undefined : hook;
}

async function readRewards(context: OwnerContext<unknown>, hook: Address, ids: readonly bigint[]): Promise<Amount[]> {
  const of = { address: hook, abi: hookAbi } as const;
  const [token, rawAmount] = await context.tryRead([
    { ...of, functionName: "getRewardToken" },
    { ...of, functionName: "getPendingRewards", args: [context.owner, ids] },
  ]);
  if (token === undefined || rawAmount === undefined) return [];
  const paid = token === ZERO_ADDRESS ? NATIVE_TOKEN : toLower(token);
  return capToHeld(context, [hook], [{ token: paid, rawAmount }]);
}
