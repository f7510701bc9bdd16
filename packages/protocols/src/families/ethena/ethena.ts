import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineFamily } from "../../family.ts";
import type { OwnerContext } from "../../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../wrappedStakes.ts";
import type { WrappedStake } from "../wrappedStakes.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";

export interface EthenaContracts {
  /** Vaults whose withdrawals wait for a cooldown: StakedUSDeV2. */
  vaults: readonly Address[];
}

/** @see https://docs.ethena.fi */
const vaultAbi = parseAbi([
  "function asset() view returns (address)",
  "function cooldowns(address owner) view returns (uint104 cooldownEnd, uint152 underlyingAmount)",
]);

/** USDe and ENA, staked. */
export const ethenaFamily = defineFamily<EthenaContracts>({
  name: "ethena",
  roles: { vault: "required" },
  toContracts: ({ vault }) => ({ vaults: vault ?? [] }),
  signals: ({ vaults }) => ({
    tokens: vaults,
    events: [
      {
        event: parseAbiItem(
          "event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)",
        ),
        emitters: vaults,
        owners: ["owner"],
      },
    ],
  }),

  async listPositions(context) {
    const [stakes, cooldowns] = await Promise.all([
      listWrappedStakes(context, listStakes(context.contracts)),
      listCooldowns(context),
    ]);
    return [...stakes, ...cooldowns];
  },

  listPools: (context) => listWrappedPools(context, listStakes(context.contracts)),
  unwrap: (context, receipt) => unwrapStake(context, listStakes(context.contracts), receipt),
  check: (context) => checkWrappedStakes(context, listStakes(context.contracts)),
});

const listStakes = ({ vaults }: EthenaContracts): WrappedStake[] =>
  vaults.map((token) => ({ token, rate: "convertToAssets" }));

/** Amounts that left a vault and wait, or can be claimed. */
async function listCooldowns(context: OwnerContext<EthenaContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, readOnce, tryRead } = context;
  const left = new Set(interactions.map(({ contract }) => contract));
  const vaults = contracts.vaults.filter((token) => interactionsFrom !== undefined || left.has(token));
  const [cooldowns, assets] = await Promise.all([
    tryRead(vaults.map((address) => ({ address, abi: vaultAbi, functionName: "cooldowns", args: [owner] }) as const)),
    readOnce(vaults.map((address) => ({ address, abi: vaultAbi, functionName: "asset" }) as const)),
  ]);
  return vaults.flatMap((token, index): Position[] => {
    const [[end, rawAmount], asset] = [cooldowns[index] ?? [0n, 0n], assets[index]];
    if (rawAmount === 0n || asset === undefined) return [];
    const supplies = [{ token: toLower(asset), rawAmount }];
    return [
      {
        name: "Locked",
        pool: { controller: token },
        positionIndex: "cooldown",
        detail: { type: "locked", supplies, unlockAt: Number(end) },
      },
    ];
  });
}
