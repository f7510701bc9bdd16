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
export { setIndexMode } from "./setIndexMode.ts";
export type { IndexMode } from "../database/schema.ts";
