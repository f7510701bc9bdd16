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
export { readHistorySums, storeHistoryGaps, type HistoryGap } from "./historySums.ts";
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
