import type { Adapter } from "../adapter.ts";

/** The adapter on a chain that is indexed from a later block: no event of before is known. */
export const asPartial = <Contracts>(adapter: Adapter<Contracts>): Adapter<Contracts> => ({
  ...adapter,
  listPositions: async (context) =>
    (await adapter.listPositions?.({ ...context, interactions: [], interactionsFrom: 7n })) ?? [],
});
