import { readOperatorApprovals } from "@portico/evm";
import type { Address } from "@portico/evm";
import { takeStaleOperatorApprovals, writeOperatorApprovals } from "@portico/store";
import type { OperatorApprovalKey, OperatorPair } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
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

/**
 * Owners that a range's movements and other logs of collections name: their operators may have changed without an
 * ApprovalForAll.
 * @param contracts - Collections with stored approvals.
 */
export function listNamedOperators(
  { nfts, tokenLogs }: Pick<ChangedState, "nfts" | "tokenLogs">,
  contracts: ReadonlySet<Address>,
): OperatorPair[] {
  const pairs = new Map<string, OperatorPair>();
  const add = (owner: Address, contract: Address) => {
    if (contracts.has(contract)) pairs.set(`${owner} ${contract}`, { owner, contract });
  };
  for (const { owner, contract } of nfts.values()) add(owner, contract);
  for (const { owner, token } of tokenLogs) add(owner, token);
  return [...pairs.values()];
}

const unite = (keys: readonly OperatorApprovalKey[]): OperatorApprovalKey[] => [
  ...new Map(keys.map((key) => [`${key.owner} ${key.contract} ${key.operator}`, key])).values(),
];
