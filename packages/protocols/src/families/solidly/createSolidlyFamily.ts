import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { EventSignal, OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { checkViews } from "../checkViews.ts";
import { listAnswered } from "../listAnswered.ts";
import type { SolidlyContracts } from "./solidlyContracts.ts";
import { findStaked, readGaugeShares, readGaugeState, readSolidlyGauge } from "./solidlyGauge.ts";
import { identifySolidly } from "./solidlyIdentify.ts";
import { readLocks, readLockState } from "./solidlyLocks.ts";
import { readFees, readSolidlyPair, toPairShare } from "./solidlyPair.ts";

const countAbi = parseAbi([
  "function allPoolsLength() view returns (uint256)",
  "function allPairsLength() view returns (uint256)",
]);

/** Forks of Solidly: pairs whose fees are apart, gauges, and locks that are NFTs. */
export const createSolidlyFamily = (name: string, events: readonly EventSignal[]) =>
  defineFamily<SolidlyContracts>({
    name,
    roles: { factory: "required", voter: "optional" },
    perAddress: "factory",
    toContracts: ({ factory = [], voter }) => ({ factory: factory[0]!, voter: voter?.[0] }),
    readsUntrusted: true,
    signals: () => ({ events }),
    identifyForks: identifySolidly,

    async listPositions(context: OwnerContext<SolidlyContracts>) {
      const gauges = [...new Set(context.interactions.map(({ contract }) => contract))];
      const found = await Promise.all([
        ...context.receipts.map((pair) => readShare(context, pair)),
        // anybody may deploy those of an unknown voter: one that fails must not take the others with it
        ...gauges.map((gauge) => unlessUnread(readSolidlyGauge(context, gauge), [])),
        ...[...context.nfts].map(([escrow, tokenIds]) => unlessUnread(readLocks(context, escrow, tokenIds), [])),
      ]);
      return found.flat();
    },

    unwrap: async (context, { token, rawAmount }) => toPairShare(await readSolidlyPair(context, token), rawAmount),

    listPools: (context: PoolContext<SolidlyContracts>) =>
      listAnswered(context.known.map((address) => readState(context, address))),

    readShares: (context, { controller }, owners) => readGaugeShares(context, controller, owners),

    check: (context) =>
      checkViews(
        context,
        (["allPoolsLength", "allPairsLength"] as const).map((functionName) => ({
          address: context.contracts.factory,
          abi: countAbi,
          functionName,
        })),
      ),
  });

async function readShare(context: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const [[share], pair] = await Promise.all([
    context.read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }]),
    readSolidlyPair(context, address),
  ]);
  const rewards = await readFees(context, { address, tokens: pair.tokens }, context.owner, share);
  const pool = { controller: address };
  if (share === 0n) return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies: toPairShare(pair, share), rewards }, pool }];
}

/** A gauge has no tokens of its own, an escrow no pair. */
async function readState(context: PoolContext<unknown>, address: Address): Promise<PoolState> {
  const staked = await findStaked(context, address);
  if (staked !== undefined) return readGaugeState(context, address, staked);
  const pair = await unlessUnread(readSolidlyPair(context, address), undefined);
  if (pair === undefined) return readLockState(context, address);
  return {
    pool: { controller: address },
    name: "Liquidity Pool",
    contracts: [address],
    supplies: pair.supplies,
    rawShares: pair.rawShares,
    depositors: { by: "receipt", token: address },
  };
}
