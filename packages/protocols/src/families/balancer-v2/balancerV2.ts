import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { checkViews } from "../checkViews.ts";
import { readGauge, readGaugePool } from "../liquidityGauge.ts";
import { listAnswered } from "../listAnswered.ts";
import { readEscrow, toEscrowSignal } from "../votingEscrow.ts";
import type { BalancerV2Contracts } from "./balancerV2Contracts.ts";
import { identifyBalancerV2 } from "./balancerV2Identify.ts";
import { readBalancerV2Pool, readPoolId, unwrapBalancerV2, vaultAbi } from "./balancerV2Pool.ts";

/** Balancer V2 and its forks: shares of pools, gauges and locks of them. */
export const balancerV2Family = defineFamily<BalancerV2Contracts>({
  name: "balancer-v2",
  roles: {
    vault: "required",
    gaugeController: "optional",
    gaugeFactory: "optional",
    emission: "foreign",
    votingEscrow: "optional",
  },
  perAddress: "vault",
  toContracts: ({ vault = [], gaugeController, gaugeFactory = [], emission, votingEscrow }) => ({
    vault: vault[0]!,
    gaugeController: gaugeController?.[0],
    gaugeFactories: gaugeFactory,
    emission: emission?.[0],
    votingEscrow: votingEscrow?.[0],
  }),
  readsUntrusted: true,

  signals: ({ votingEscrow }) => ({ events: votingEscrow === undefined ? [] : [toEscrowSignal(votingEscrow)] }),

  identifyForks: identifyBalancerV2,

  async listPositions(context: OwnerContext<BalancerV2Contracts>) {
    const { contracts, interactions, interactionsFrom } = context;
    const { votingEscrow: escrow } = contracts;
    const isNamed = interactionsFrom !== undefined || interactions.some(({ contract }) => contract === escrow);
    const found = await Promise.all([
      // anybody may create a pool, and send its shares: one that fails must not take the others with it
      ...context.receipts.map((receipt) => unlessUnread(readReceipt(context, receipt), [])),
      escrow !== undefined && isNamed ? readEscrow(context, { address: escrow, feeDistributors: [] }) : [],
    ]);
    return found.flat();
  },

  unwrap: unwrapBalancerV2,

  listPools: (context: PoolContext<BalancerV2Contracts>) =>
    listAnswered(context.known.map((address) => readPool(context, address))),

  check: (context) =>
    checkViews(context, [
      { address: context.contracts.vault, abi: vaultAbi, functionName: "getProtocolFeesCollector" },
    ]),
});

async function readReceipt(context: OwnerContext<BalancerV2Contracts>, address: Address): Promise<Position[]> {
  const [poolId, [rawAmount]] = await Promise.all([
    readPoolId(context, address),
    context.read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }]),
  ]);
  if (poolId === undefined) return readGauge(context, { address, emission: context.contracts.emission });
  if (rawAmount === 0n) return [];
  const supplies = await unwrapBalancerV2(context, { token: address, rawAmount });
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: address } }];
}

/** Shares of other pools in it stay tokens: those pools have their tokens. */
async function readPool(context: PoolContext<BalancerV2Contracts>, address: Address): Promise<PoolState> {
  const poolId = await readPoolId(context, address);
  if (poolId === undefined) return readGaugePool(context, { address }, unwrapBalancerV2);
  const { supplies, rawShares } = await readBalancerV2Pool(context, address, poolId);
  return {
    pool: { controller: address },
    name: "Liquidity Pool",
    contracts: [address],
    supplies,
    rawShares,
    depositors: { by: "receipt", token: address },
  };
}
