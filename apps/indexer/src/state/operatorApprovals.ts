import { readOperatorApprovals } from "@portico/evm";
import { takeStaleOperatorApprovals, writeOperatorApprovals } from "@portico/store";
import type { OperatorApprovalKey } from "@portico/store";
import type { StatePart } from "./statePart.ts";

/** Operators approved for all NFTs that an owner has of a contract. */
export const operatorApprovals: StatePart = {
  name: "operatorApprovals",
  async read({ db, chain, rpc, limits }, head, range) {
    const limit = limits.balancePage;
    const stale = await takeStaleOperatorApprovals(db, chain.slug, limit);
    const keys = unite([...stale, ...(range?.operatorApprovals.values() ?? [])]);
    if (range !== undefined && keys.length >= limit) return { count: 0, isLast: false, store: async () => undefined };
    const answers = await readOperatorApprovals(rpc, keys, head);
    const reads = keys.map((key, index) => ({ ...key, isApproved: answers[index] ?? null }));
    return {
      count: keys.length,
      isLast: keys.length < limit,
      store: (tx) => writeOperatorApprovals(tx, chain.slug, head.blockNumber, reads),
    };
  },
};

const unite = (keys: readonly OperatorApprovalKey[]): OperatorApprovalKey[] => [
  ...new Map(keys.map((key) => [`${key.owner} ${key.contract} ${key.operator}`, key])).values(),
];
