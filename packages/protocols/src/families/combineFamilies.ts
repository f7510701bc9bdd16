import type { Adapter } from "../adapter.ts";

type Family<Contracts> = Pick<
  Partial<Adapter<Contracts>>,
  "readsUntrusted" | "signals" | "identify" | "listPositions" | "unwrap" | "listPools" | "readShares"
>;

/**
 * A protocol of several parts, an exchange with its farms: each reads its own contracts. At most one has `readShares`.
 */
export function combineFamilies<Contracts>(
  ...families: readonly Family<Contracts>[]
): Required<Omit<Family<Contracts>, "unwrap">> & Pick<Adapter<Contracts>, "families" | "unwrap"> {
  const sharers = families.filter(({ readShares }) => readShares !== undefined);
  if (sharers.length > 1) throw new Error("Two families have the same pools");
  const unwrapping = families.find(({ unwrap }) => unwrap !== undefined);
  return {
    families,
    ...(unwrapping?.unwrap && { unwrap: unwrapping.unwrap }),
    readsUntrusted: families.some(({ readsUntrusted }) => readsUntrusted === true),
    signals(contracts) {
      const parts = families.map((family) => family.signals?.(contracts) ?? {});
      return {
        tokens: parts.flatMap(({ tokens = [] }) => tokens),
        nfts: parts.flatMap(({ nfts = [] }) => nfts),
        events: parts.flatMap(({ events = [] }) => events),
      };
    },
    async identify(context, candidates) {
      const parts = await Promise.all(
        families.map(async (family) => [...((await family.identify?.(context, candidates)) ?? [])]),
      );
      return new Map(parts.flat());
    },
    async listPositions(context) {
      const parts = await Promise.all(families.map(async (family) => (await family.listPositions?.(context)) ?? []));
      return parts.flat();
    },
    async listPools(context) {
      const parts = await Promise.all(families.map(async (family) => (await family.listPools?.(context)) ?? []));
      return parts.flat();
    },
    readShares: async (context, pool, owners) =>
      (await sharers[0]?.readShares?.(context, pool, owners)) ?? owners.map(() => 0n),
  };
}
