import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";

/** A token for staked cvxCRV, one to one. @see "CvxCrvStakingWrapper of Convex" */
const wrapperAbi = parseAbi([
  "struct Reward { address token; uint256 amount; }",
  "function cvxCrv() view returns (address)",
  "function earned(address owner) returns (Reward[])",
]);

export async function unwrapCvxCrv(
  { readOnce }: ReadContext<unknown>,
  { token, rawAmount }: Amount,
): Promise<Amount[]> {
  const [staked] = await readOnce([{ address: token, abi: wrapperAbi, functionName: "cvxCrv" }]);
  return [{ token: toLower(staked), rawAmount }];
}

export async function readStakedCvxCrv(context: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const { owner, read, trySimulate } = context;
  const args = [owner] as const;
  const [[rawAmount], [earned = []]] = await Promise.all([
    read([{ address, abi: erc20Abi, functionName: "balanceOf", args }]),
    trySimulate([{ address, abi: wrapperAbi, functionName: "earned", args }]),
  ]);
  const rewards = earned
    .map(({ token, amount }) => ({ token: toLower(token), rawAmount: amount }))
    .filter((reward) => reward.rawAmount > 0n);
  const pool = { controller: address };
  if (rawAmount === 0n)
    return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  const staked = await unwrapCvxCrv(context, { token: address, rawAmount });
  return [{ name: "Staked", detail: { type: "common", supplies: staked, rewards }, pool }];
}
