import { follow, isFollowing, listFollowing, parseSubject, unfollow } from "@portico/store";
import type { Subject } from "@portico/store";
import { toUsers } from "../me/toUsers.ts";
import type { Following } from "../page/interactionResponse.ts";
import { SignInError } from "../signIn/signInError.ts";
import { readNumber } from "./readNumber.ts";
import type { SignedInRequest } from "./signedInRequest.ts";

/** Maximum rows per user. */
const MAX = 5000;
const PAGE = { max: 100, usual: 20 } as const;

/** Users that the user follows, newest first. */
export async function toFollowingResponse({ db, findNames, account, request }: SignedInRequest): Promise<Following> {
  const start = readNumber(request.query["start"], { name: "start", usual: 0, max: MAX });
  const limit = readNumber(request.query["limit"], { name: "limit", usual: PAGE.usual, max: PAGE.max });
  const { subjects, total } = await listFollowing(db, account, { start, limit });
  const users = await toUsers({ db, findNames }, subjects);
  const list = users.map(({ sub, web3_id, name }) => ({ id: sub, web3_id, name }));
  return { following_list: list, total_count: total };
}

/** PUT follows, DELETE unfollows; both are idempotent. */
export async function changeFollowing({ db, account, request }: SignedInRequest): Promise<object> {
  const pair = { follower: account, followed: readFollowed(request.params["address"]) };
  if (request.method === "DELETE") await unfollow(db, pair);
  else {
    if (pair.followed === account) throw new SignInError("invalid_params", "You can't follow yourself.");
    const { total } = await listFollowing(db, account, { start: 0, limit: 1 });
    if (total >= MAX && !(await isFollowing(db, pair)))
      throw new SignInError("invalid_params", `You follow ${MAX} accounts already, which is the limit.`);
    await follow(db, pair);
  }
  return {};
}

function readFollowed(text: unknown): Subject {
  const followed = parseSubject(String(text));
  if (followed !== undefined) return followed;
  throw new SignInError("invalid_params", "The address must be 0x and 40 hex digits, for a contract eip155:1:0x….");
}
