import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { readStake } from "./staked.ts";
import type { StakeContracts } from "./staked.ts";

/** The assets of a stake, up to what its holder really has of the staked token. */
export async function readHeldStake(
  context: ReadContext<StakeContracts>,
  holder: Address,
  staked: Amount,
): Promise<Amount[]> {
  const balance = { address: staked.token, abi: erc20Abi, functionName: "balanceOf", args: [holder] } as const;
  const [[held = 0n], { supplies }] = await Promise.all([context.tryRead([balance]), readStake(context, staked)]);
  const scale = ({ token, rawAmount }: Amount): Amount => ({ token, rawAmount: (rawAmount * held) / staked.rawAmount });
  const covered = held >= staked.rawAmount ? supplies : supplies.map(scale);
  return covered.filter(({ rawAmount }) => rawAmount > 0n);
}
