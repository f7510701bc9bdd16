import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { encodePacked, keccak256, parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext, ReadContext } from "../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../families/wrappedStakes.ts";
import type { WrappedStake } from "../families/wrappedStakes.ts";
import type { Position } from "../position.ts";
import { toLower } from "../toLower.ts";

export interface RocketpoolContracts {
  reth: Address;
  rpl: Address;
  /** RocketStorage, which names the current version of every other contract. */
  storage: Address;
  /** RocketNodeManager, whose events name the nodes. */
  nodeManager: Address;
}

const storageAbi = parseAbi(["function getAddress(bytes32 key) view returns (address)"]);
/** @see https://docs.rocketpool.net/protocol/contracts */
const nodeAbi = parseAbi([
  "function getNodeStakedRPL(address node) view returns (uint256)",
  "function getNodeUnstakingRPL(address node) view returns (uint256)",
  "function getNodeETHBonded(address node) view returns (uint256)",
]);

/** Staked coins; of node operators, their bond of coins and RPL. */
export const rocketpool = defineAdapter<RocketpoolContracts>({
  id: "rocketpool",
  name: "Rocket Pool",
  siteUrl: "https://rocketpool.net",
  category: "staking",
  /** docs.rocketpool.net/overview/contracts-integrations; node manager: DefiLlama-Adapters projects/rocketpool (ISC). */
  deployments: {
    eth: {
      reth: "0xae78736cd615f374d3085123a210448e74fc6393",
      rpl: "0xd33526068d116ce69f19a9ee46f0bd304f21a51f",
      storage: "0x1d8f8f00cfa6758d7be78336684788fb0ee0fa46",
      nodeManager: "0xcf2d76a7499d3acb5a22ce83c027651e8d76e250",
    },
  },
  signals: ({ reth, nodeManager }) => ({
    tokens: [reth],
    events: [
      {
        event: parseAbiItem("event NodeRegistered(address indexed node, uint256 time)"),
        emitters: [nodeManager],
        owners: ["node"],
      },
    ],
  }),

  async listPositions(context) {
    const [stakes, node] = await Promise.all([
      listWrappedStakes(context, listStakes(context.contracts)),
      readNode(context),
    ]);
    return [...stakes, ...node];
  },

  listPools: (context) => listWrappedPools(context, listStakes(context.contracts)),
  unwrap: (context, receipt) => unwrapStake(context, listStakes(context.contracts), receipt),
  check: (context) => checkWrappedStakes(context, listStakes(context.contracts)),
});

const listStakes = ({ reth }: RocketpoolContracts): WrappedStake[] => [
  { token: reth, asset: NATIVE_TOKEN, rate: "getEthValue" },
];

/** Its bond, before what its validators earned or lost, which only the consensus layer knows. */
async function readNode(context: OwnerContext<RocketpoolContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, tryRead } = context;
  const isNode = interactions.some(({ contract }) => contract === contracts.nodeManager);
  if (!isNode && interactionsFrom === undefined) return [];
  const address = await findContract(context, "rocketNodeStaking");
  const of = { address, abi: nodeAbi, args: [owner] } as const;
  const [staked = 0n, unstaking = 0n, bonded = 0n] = await tryRead([
    { ...of, functionName: "getNodeStakedRPL" },
    { ...of, functionName: "getNodeUnstakingRPL" },
    { ...of, functionName: "getNodeETHBonded" },
  ]);
  const supplies = [
    { token: NATIVE_TOKEN, rawAmount: bonded },
    { token: contracts.rpl, rawAmount: staked + unstaking },
  ].filter(({ rawAmount }) => rawAmount > 0n);
  if (supplies.length === 0) return [];
  return [{ name: "Staked", pool: { controller: contracts.nodeManager }, detail: { type: "common", supplies } }];
}

async function findContract({ contracts, read }: ReadContext<RocketpoolContracts>, name: string): Promise<Address> {
  const key = keccak256(encodePacked(["string", "string"], ["contract.address", name]));
  const [address] = await read([
    { address: contracts.storage, abi: storageAbi, functionName: "getAddress", args: [key] },
  ]);
  return toLower(address);
}
