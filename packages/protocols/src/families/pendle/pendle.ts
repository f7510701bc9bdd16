import { defineFamily } from "../../family.ts";
import { checkResponse } from "../checkResponse.ts";
import { factoryAbi, pendleEvents } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import { identifyPendle } from "./pendleIdentify.ts";
import { listLockPools, listLocks, listLockSignals, readLockShares } from "./pendleLocks.ts";
import { listRouterSignals } from "./routerMarkets.ts";
import { listTokenPools } from "./pendlePools.ts";
import { listTokenPositions } from "./pendlePositions.ts";
import { unwrapPendle } from "./pendleUnwrap.ts";

/** Yield-bearing tokens split into principal and yield, and markets of both. */
export const pendleFamily = defineFamily<PendleContracts>({
  name: "pendle",
  roles: {
    marketFactory: "required",
    oracle: "optional",
    router: "optional",
    votingEscrow: "optional",
    stakedPendle: "optional",
  },
  toContracts: ({ marketFactory, oracle, router, votingEscrow, stakedPendle }) => ({
    factories: marketFactory ?? [],
    oracle: oracle?.[0],
    router: router?.[0],
    votingEscrow: votingEscrow?.[0],
    stakedPendle: stakedPendle?.[0],
  }),
  readsUntrusted: true,

  signals: (contracts) => ({
    ...(contracts.stakedPendle && { tokens: [contracts.stakedPendle] }),
    events: [
      ...pendleEvents.map((one) => ({ ...one, emitters: "identified" as const })),
      ...listRouterSignals(contracts),
      ...listLockSignals(contracts),
    ],
  }),

  identifyForks: identifyPendle,

  async listPositions(context) {
    const [tokens, locks] = await Promise.all([listTokenPositions(context), listLocks(context)]);
    return [...tokens, ...locks];
  },

  async listPools(context) {
    const [tokens, locks] = await Promise.all([
      listTokenPools(context),
      context.isContinued === true ? [] : listLockPools(context),
    ]);
    return [...tokens, ...locks];
  },

  readShares: readLockShares,
  unwrap: unwrapPendle,

  check: (context) =>
    checkResponse(
      context,
      context.contracts.factories.map((address) => ({
        address,
        abi: factoryAbi,
        functionName: "yieldContractFactory",
      })),
    ),
});
