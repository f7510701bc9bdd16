import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { checkViews } from "../checkViews.ts";
import { readGauge, readGaugePool } from "../liquidityGauge.ts";
import { listAnswered } from "../listAnswered.ts";
import { readEscrow, toEscrowSignal } from "../votingEscrow.ts";
import type { CurveContracts } from "./curveContracts.ts";
import {
  borrowSignal,
  findLoans,
  listControllers,
  listControllersIn,
  readCollateral,
  readLoan,
  readLoans,
} from "./curveControllers.ts";
import { identifyCurve } from "./curveIdentify.ts";
import { readBalances, readClaim, readPart, unwrapCurve } from "./curvePool.ts";

const countAbi = parseAbi(["function pool_count() view returns (uint256)"]);
const deposited = parseAbiItem("event Deposit(address indexed provider, uint256 value)");

/** Curve and its forks: LP tokens, gauges, locked CRV, and loans of crvUSD and LlamaLend. */
export const curveFamily = defineFamily<CurveContracts>({
  name: "curve",
  roles: {
    addressProvider: "optional",
    registry: "optional",
    stableswapFactoryNG: "optional",
    twocryptoFactoryNG: "optional",
    tricryptoFactoryNG: "optional",
    gaugeController: "optional",
    gaugeFactory: "optional",
    gauge: "optional",
    crv: "foreign",
    votingEscrow: "optional",
    feeDistributor: "optional",
    controllerFactory: "optional",
  },
  toContracts: (of) => ({
    addressProvider: of["addressProvider"]?.[0],
    registries: [
      ...new Set(
        ["registry", "stableswapFactoryNG", "twocryptoFactoryNG", "tricryptoFactoryNG"].flatMap(
          (role) => of[role] ?? [],
        ),
      ),
    ],
    gaugeController: of["gaugeController"]?.[0],
    gaugeFactories: of["gaugeFactory"] ?? [],
    gauges: of["gauge"] ?? [],
    crv: of["crv"]?.[0],
    votingEscrow: of["votingEscrow"]?.[0],
    feeDistributors: of["feeDistributor"] ?? [],
    controllerFactories: of["controllerFactory"] ?? [],
  }),
  readsUntrusted: true,

  signals: ({ gauges, votingEscrow, controllerFactories }) => ({
    events: [
      ...(gauges.length > 0 ? [{ event: deposited, emitters: gauges, owners: ["provider"] }] : []),
      ...(votingEscrow === undefined ? [] : [toEscrowSignal(votingEscrow)]),
      ...(controllerFactories.length > 0 ? [borrowSignal] : []),
    ],
  }),

  identifyForks: identifyCurve,

  async listPositions(context: OwnerContext<CurveContracts>) {
    const { contracts, interactions, interactionsFrom, receipts } = context;
    const named = new Set(interactions.map(({ contract }) => contract));
    const { votingEscrow: escrow, feeDistributors } = contracts;
    const isPartial = interactionsFrom !== undefined;
    const gauges = contracts.gauges.filter((at) => isPartial || named.has(at));
    const others = [...named].filter((at) => at !== escrow && !gauges.includes(at));
    const controllers = isPartial ? await findLoans(context) : await listControllersIn(context, others);
    const found = await Promise.all([
      // anybody may create a pool, and send its shares: one that fails must not take the others with it
      ...receipts.map((receipt) => unlessUnread(readReceipt(context, receipt), [])),
      ...gauges.map((address) => readGauge(context, { address, emission: contracts.crv, isFirst: true })),
      ...controllers.map((controller) => readLoan(context, controller)),
      escrow !== undefined && (isPartial || named.has(escrow))
        ? readEscrow(context, { address: escrow, feeDistributors })
        : [],
    ]);
    return found.flat();
  },

  unwrap: unwrapCurve,

  async listPools(context: PoolContext<CurveContracts>) {
    const { contracts, isContinued = false } = context;
    const controllers = isContinued ? [] : await listControllers(context);
    const isController = new Set(controllers);
    const gauges = isContinued ? [] : contracts.gauges;
    return listAnswered([
      ...context.known.filter((at) => !isController.has(at)).map((at) => readPool(context, at)),
      ...gauges.map((address) => readGaugePool(context, { address, isFirst: true }, unwrapCurve)),
      ...controllers.map((controller) => readLoans(context, controller)),
    ]);
  },

  async readShares(context, { controller }, owners) {
    if (!context.contracts.gauges.includes(controller)) return readCollateral(context, controller, owners);
    const of = { address: controller, abi: erc20Abi, functionName: "balanceOf" } as const;
    return context.read(owners.map((owner) => ({ ...of, args: [owner] }) as const));
  },

  check: (context) =>
    checkViews(
      context,
      context.contracts.registries.map((address) => ({ address, abi: countAbi, functionName: "pool_count" })),
    ),
});

async function readReceipt(context: OwnerContext<CurveContracts>, address: Address): Promise<Position[]> {
  const { owner, read, contracts } = context;
  const [claim, [rawAmount]] = await Promise.all([
    readClaim(context, address),
    read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }]),
  ]);
  if (claim === undefined) return [];
  if ("gaugeOf" in claim) return readGauge(context, { address, emission: contracts.crv });
  if (rawAmount === 0n) return [];
  const supplies = await readPart(context, claim.pool, { token: address, rawAmount });
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: claim.pool } }];
}

/** A metapool's supply of the base pool's shares stays a token: its coins are in the base pool. */
async function readPool(context: PoolContext<CurveContracts>, address: Address): Promise<PoolState> {
  const [claim, [rawShares]] = await Promise.all([
    readClaim(context, address),
    context.read([{ address, abi: erc20Abi, functionName: "totalSupply" }]),
  ]);
  if (claim !== undefined && "gaugeOf" in claim) return readGaugePool(context, { address }, unwrapCurve);
  const pool = claim?.pool ?? address;
  return {
    pool: { controller: pool },
    name: "Liquidity Pool",
    contracts: [...new Set([pool, address])],
    supplies: await readBalances(context, pool),
    rawShares,
    depositors: { by: "receipt", token: address },
  };
}
