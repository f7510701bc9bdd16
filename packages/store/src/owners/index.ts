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
export { readHistorySums, storeHistoryGaps, type HistoryGap, type HistorySums } from "./historySums.ts";
export type { HistoryState } from "./ownerSchema.ts";
export {
  addOwnerHistories,
  advanceHistories,
  endHistory,
  hasIncompleteHistories,
  listOpenHistories,
  listOwnedTransactions,
  noteHistoryFailure,
  reopenHistories,
  type HistoryMeans,
  type HistoryPass,
  type HistoryStep,
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
export { setIndexMode } from "./setIndexMode.ts";
export type { IndexMode } from "../database/schema.ts";
