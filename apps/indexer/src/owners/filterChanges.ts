import type { Changes } from "../chain/changes.ts";
import type { OwnerFilter } from "./ownerFilter.ts";

/**
 * Removes what doesn't concern the followed owners from a range's changes, except for legs and pairs, which are filtered
 * as they are added.
 * @param hashes - Of the transactions with a leg of theirs.
 */
export function filterChanges(changes: Changes, owners: OwnerFilter, hashes: ReadonlySet<string>): void {
  const isOwned = ({ owner }: { owner: `0x${string}` }): boolean => owners.has(owner);
  changes.transactions = changes.transactions.filter(({ hash, sender }) => hashes.has(hash) || owners.has(sender));
  changes.contracts = changes.contracts.filter(({ creator }) => owners.has(creator));
  changes.sales = changes.sales.filter(({ txHash }) => hashes.has(txHash));
  changes.tokenLogs = changes.tokenLogs.filter(isOwned);
  for (const map of [
    changes.nfts,
    changes.approvals,
    changes.nftApprovals,
    changes.operatorApprovals,
    changes.interactions,
    changes.feeRecipients,
  ]) {
    for (const [key, value] of map) if (!isOwned(value)) map.delete(key);
  }
}
