import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Abi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";

export interface Claim {
  /** What is paid. */
  token: Address;
  /** Who is called, and must pay: a claim could collect what others owe to the owner. */
  payer: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
}

/** What a claim pays to the owner now: nothing, if it fails or the payer has too little. */
export async function simulateClaim(
  { owner, trySimulate }: Pick<OwnerContext<unknown>, "owner" | "trySimulate">,
  { token, payer, ...call }: Claim,
): Promise<Amount[]> {
  const balanceOf = (holder: Address) =>
    ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [holder] }) as const;
  const balances = [balanceOf(owner), balanceOf(payer)] as const;
  const answers = await trySimulate([...balances, { address: payer, ...call }, ...balances]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calls of balances
  const [before, held, , after, left] = answers as (bigint | undefined)[];
  if (before === undefined || held === undefined || after === undefined || left === undefined) return [];
  const [gained, paid] = [after - before, held - left];
  const rawAmount = gained < paid ? gained : paid;
  return rawAmount <= 0n ? [] : [{ token, rawAmount }];
}
