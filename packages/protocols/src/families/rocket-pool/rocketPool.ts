import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { encodePacked, keccak256, parseAbi, parseAbiItem } from "viem";
import { defineFamily } from "../../family.ts";
import { onlyOf } from "../onlyOf.ts";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../wrappedStakes.ts";
import type { WrappedStake } from "../wrappedStakes.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";

export interface RocketPoolContracts {
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
export const rocketPoolFamily = defineFamily<RocketPoolContracts>({
  name: "rocket-pool",
  roles: { reth: "required", storage: "required", nodeManager: "required", rpl: "foreign" },
  toContracts: ({ reth, storage, nodeManager, rpl }) => ({
    reth: onlyOf(reth),
    storage: onlyOf(storage),
    nodeManager: onlyOf(nodeManager),
    rpl: onlyOf(rpl),
  }),
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

const listStakes = ({ reth }: RocketPoolContracts): WrappedStake[] => [
  { token: reth, asset: NATIVE_TOKEN, rate: "getEthValue" },
];

/** Its bond, before what its validators earned or lost, which only the consensus layer knows. */
async function readNode(context: OwnerContext<RocketPoolContracts>): Promise<Position[]> {
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

async function findContract({ contracts, read }: ReadContext<RocketPoolContracts>, name: string): Promise<Address> {
  const key = keccak256(encodePacked(["string", "string"], ["contract.address", name]));
  const [address] = await read([
    { address: contracts.storage, abi: storageAbi, functionName: "getAddress", args: [key] },
  ]);
  return toLower(address);
}
