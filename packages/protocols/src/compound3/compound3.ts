import { defineAdapter } from "../adapter.ts";
import type { OwnerContext, PoolContext } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import type { PoolState, Position } from "../position.ts";
import { readCometAccount } from "./cometAccount.ts";
import { listAnswered } from "../families/listAnswered.ts";
import { unlessUnread } from "../reader.ts";
import { cometEvents, readCometPool } from "./cometReads.ts";
import type { CometContracts } from "./cometReads.ts";
import comets from "./comets.json" with { type: "json" };

/** Compound III: each Comet lends one asset, against several collaterals that earn nothing. */
export const compound3 = defineAdapter<CometContracts>({
  id: "compound3",
  name: "Compound V3",
  siteUrl: "https://app.compound.finance",
  category: "lending",
  /**
   * WETH on Ethereum and USDC.e on Arbitrum are from compound-js. Redeployed Comets (Linea, Mantle, Ronin, WETH on
   * Unichain) are as in the migrations and scenarios.
   */
  source:
    "github.com/compound-finance/comet, deployments/<network>/<asset>/roots.json; @compound-finance/compound-js 0.6.2 (BSD-3-Clause)",
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
  deployments: comets as Record<string, CometContracts>,
  routers: readRouters("compound3"),

  signals: ({ comets: emitters }) => ({
    tokens: emitters,
    events: cometEvents.map(({ event, owner }) => ({ event, owners: [owner], emitters })),
  }),

  async listPositions(context: OwnerContext<CometContracts>) {
    const met = new Set([...context.receipts, ...context.interactions.map(({ contract }) => contract)]);
    const positions = await Promise.all(
      context.contracts.comets.map(async (comet): Promise<Position[]> => {
        if (met.has(comet)) return readCometAccount(context, comet);
        // borrowers hold no token that would indicate it
        return context.interactionsFrom === undefined ? [] : unlessUnread(readCometAccount(context, comet), []);
      }),
    );
    return positions.flat();
  },

  listPools: (context: PoolContext<CometContracts>): Promise<PoolState[]> =>
    listAnswered(context.contracts.comets.map((comet) => readCometPool(context, comet))),
});
