import type { Address } from "@portico/evm";
import type { OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { mergeAmounts } from "./mergeAmounts.ts";
import type { AaveMarket, AaveReserve, AaveVersion } from "./aaveVersion.ts";

export interface RewardedAccount {
  market: AaveMarket;
  version: AaveVersion;
  reserves: readonly AaveReserve[];
  /** Held tokens. */
  tokens: readonly Address[];
  /** Controllers that a market of the same owner has read; it is added to. */
  controllers: Set<Address>;
}

/** An address in the form of `Interaction.key`. */
export const toKey = (address: Address): string => `0x${BigInt(address).toString(16)}`;

/** For held tokens, and for those with accrued rewards. */
export async function readAaveRewards(context: OwnerContext<unknown>, account: RewardedAccount): Promise<Amount[]> {
  const { market, version, reserves, tokens, controllers } = account;
  const counted = listCounted(context, market);
  const all = reserves.flatMap(({ aToken, variableDebt }) => [aToken, variableDebt]);
  const rewarded = all.filter((token) => tokens.includes(token) || counted.some(([, key]) => key === toKey(token)));
  const byController = await groupByController(context, account, rewarded);
  // rewards that no token earns any more
  for (const [contract, key] of counted) if (key === "" && !byController.has(contract)) byController.set(contract, []);
  const rewards = await Promise.all(
    [...byController].map(([incentives, earning]) => {
      const isRepeated = controllers.has(incentives);
      controllers.add(incentives);
      return version.readRewards(context, { incentives, owner: context.owner, tokens: earning, isRepeated });
    }),
  );
  return mergeAmounts(rewards.flat());
}

/** Controllers that recorded rewards of the owner, with the token, if they name one. */
function listCounted({ interactions }: OwnerContext<unknown>, { incentives }: AaveMarket): [Address, string][] {
  const own = interactions.filter(({ contract }) => incentives === undefined || contract === incentives);
  return own.map(({ contract, key }) => [contract, key]);
}

async function groupByController(
  context: OwnerContext<unknown>,
  { market, version }: RewardedAccount,
  tokens: readonly Address[],
): Promise<Map<Address, Address[]>> {
  const { incentives } = market;
  if (incentives !== undefined) return new Map(tokens.length === 0 ? [] : [[incentives, [...tokens]]]);
  const found = (await version.findIncentives?.(context, tokens)) ?? [];
  const pairs = tokens.flatMap((token, index): [Address, Address][] =>
    found[index] === undefined ? [] : [[found[index], token]],
  );
  return new Map(
    [...Map.groupBy(pairs, ([controller]) => controller)].map(([controller, rows]) => [
      controller,
      rows.map(([, token]) => token),
    ]),
  );
}
