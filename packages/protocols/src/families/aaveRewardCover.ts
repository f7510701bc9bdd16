import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { Amount } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import type { RewardReads } from "./aaveVersion.ts";

/** V3 pays by a strategy for each reward; that, and V2's controller, may pull from a vault. */
const payerAbi = parseAbi([
  "function getTransferStrategy(address reward) view returns (address)",
  "function getRewardsVault() view returns (address)",
]);

/** Rewards as far as whoever pays them holds them, or may pull them from the account that it names. */
export const coverRewards = (reads: RewardReads, controller: Address, rewards: readonly Amount[]): Promise<Amount[]> =>
  Promise.all(
    rewards.map(async ({ token, rawAmount }) => {
      const payer = await findPayer(reads, controller, token);
      const rawCover = await readPayable(reads, token, payer);
      return { token, rawAmount: rawAmount < rawCover ? rawAmount : rawCover };
    }),
  );

async function findPayer({ tryRead }: RewardReads, controller: Address, token: Address): Promise<Address> {
  const call = { address: controller, abi: payerAbi, functionName: "getTransferStrategy", args: [token] } as const;
  const [strategy] = await tryRead([call]);
  return strategy === undefined || strategy === ZERO_ADDRESS ? controller : toLower(strategy);
}

async function readPayable({ readOnce, tryRead }: RewardReads, token: Address, payer: Address): Promise<bigint> {
  const naming = readOnce([{ address: payer, abi: payerAbi, functionName: "getRewardsVault" }]);
  const [vault] = await unlessUnread<readonly Address[]>(naming, []);
  const of = { address: token, abi: erc20Abi } as const;
  const [[own], pulled] = await Promise.all([
    tryRead([{ ...of, functionName: "balanceOf", args: [payer] }]),
    vault === undefined
      ? []
      : tryRead([
          { ...of, functionName: "balanceOf", args: [vault] },
          { ...of, functionName: "allowance", args: [vault, payer] },
        ]),
  ]);
  const [held = 0n, allowed = 0n] = pulled;
  return (own ?? 0n) + (held < allowed ? held : allowed);
}
