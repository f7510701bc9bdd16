export { addOwnerHistories, addScannedHistories } from "./addHistories.ts";
/** Public exports of this folder. */
export {
  addFollowedOwners,
  listFollowedOwners,
  listOwnersSince,
  listUnrequestedOwners,
  noteOwnerRequest,
  readFollowedOwners,
  removeFollowedOwners,
  type FollowedOwner,
} from "./followedOwners.ts";
export { listCoinChanges, type CoinChange } from "./coinChanges.ts";
export { deleteHistories, listUnrequestedHistories } from "./expiredHistories.ts";
export { markHistoryPage } from "./historyChecks.ts";
export { hasNewContracts, queueNewContracts, takeNewContracts } from "./newContracts.ts";
export { listNonceGaps, type NonceGap } from "./nonceGaps.ts";
export { readHistorySums, storeHistoryGaps, type HistoryGap } from "./historySums.ts";
export type { HistoryState } from "./ownerSchema.ts";
export {
  advanceHistories,
  endHistory,
  hasIncompleteHistories,
  hasOpenHistories,
  listChangedHistories,
  hasOpenPasses,
  listOpenHistories,
  listOwnedTransactions,
  noteHistoryFailure,
  reopenHistories,
  type HistoryPass,
  type OwnerHistory,
} from "./ownerHistories.ts";
export {
  advanceHolderScan,
  deleteUnrequestedHolderScans,
  listDueHolderScans,
  listTokenHolders,
  readHolderScan,
  refuseHolderScan,
  requestHolderScan,
  writeTokenHolders,
  type HolderScan,
  type HolderScanStep,
} from "./holderScans.ts";
export { listOwnerPairs } from "./ownerPairs.ts";
export { setIndexMode } from "./setIndexMode.ts";
export type { IndexMode } from "../database/schema.ts";
