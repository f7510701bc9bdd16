import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext } from "../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../families/wrappedStakes.ts";
import type { WrappedStake } from "../families/wrappedStakes.ts";
import type { Position } from "../position.ts";

export interface EthenaContracts {
  /** Vaults whose withdrawals wait for a cooldown: StakedUSDeV2. */
  vaults: readonly { token: Address; asset: Address }[];
}

/** @see https://docs.ethena.fi */
const vaultAbi = parseAbi([
  "function cooldowns(address owner) view returns (uint104 cooldownEnd, uint152 underlyingAmount)",
]);

/** USDe and ENA, staked. */
export const ethena = defineAdapter<EthenaContracts>({
  id: "ethena",
  name: "Ethena",
  siteUrl: "https://ethena.fi",
  category: "staking",
  /** docs.ethena.fi/solution-design/key-addresses */
  deployments: {
    eth: {
      vaults: [
        {
          token: "0x9d39a5de30e57443bff2a8307a4256c8797a3497",
          asset: "0x4c9edd5852cd905f086c759e8383e09bff1e68b3",
        },
        {
          token: "0x8be3460a480c80728a8c4d7a5d5303c85ba7b3b9",
          asset: "0x57e114b691db790c35207b2e685d4a43181e6061",
        },
      ],
    },
  },
  signals: ({ vaults }) => ({
    tokens: vaults.map(({ token }) => token),
    events: [
      {
        event: parseAbiItem(
          "event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)",
        ),
        emitters: vaults.map(({ token }) => token),
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
  vaults.map((vault) => ({ ...vault, rate: "convertToAssets" }));

/** Amounts that left a vault and wait, or can be claimed. */
async function listCooldowns(context: OwnerContext<EthenaContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, read } = context;
  const left = new Set(interactions.map(({ contract }) => contract));
  const vaults = contracts.vaults.filter(({ token }) => interactionsFrom !== undefined || left.has(token));
  const cooldowns = await read(
    vaults.map(({ token }) => ({ address: token, abi: vaultAbi, functionName: "cooldowns", args: [owner] }) as const),
  );
  return vaults.flatMap(({ token, asset }, index): Position[] => {
    const [end, rawAmount] = cooldowns[index] ?? [0n, 0n];
    if (rawAmount === 0n) return [];
    const supplies = [{ token: asset, rawAmount }];
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
