import type { Adapter, OwnerContext, PoolContext } from "../adapter.ts";
import { listAnswered } from "../families/listAnswered.ts";
import type { PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { readCometAccount } from "./cometAccount.ts";
import { cometEvents, readCometPool } from "./cometReads.ts";
import type { CometContracts } from "./cometReads.ts";

/** What Compound's own Comets and forks share. */
export const cometReader = {
  signals: ({ comets: emitters }: CometContracts) => ({
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
} satisfies Partial<Adapter<CometContracts>>;
