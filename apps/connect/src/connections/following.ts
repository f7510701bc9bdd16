import { follow, listFollowing, listProfiles, unfollow } from "@portico/store";
import { type Address, isAddress } from "viem";
import type { Following } from "../page/wire.ts";
import { SignInError } from "../signIn/signInError.ts";
import type { Asked } from "./connectionRoutes.ts";
import { readNumber } from "./readNumber.ts";

/** Rows that one person can make. */
const MOST = 5000;
const PAGE = { most: 100, usual: 20 } as const;

/** Whom the person follows, the newest first. */
export async function tellFollowing({ db, findNames, account, request }: Asked): Promise<Following> {
  const start = readNumber(request.query["start"], { name: "start", usual: 0, most: MOST });
  const limit = readNumber(request.query["limit"], { name: "limit", usual: PAGE.usual, most: PAGE.most });
  const { addresses, total } = await listFollowing(db, account, { start, limit });
  const [profiles, names] = await Promise.all([listProfiles(db, addresses), findNames(addresses)]);
  const list = addresses.map((id) => ({ id, web3_id: names.get(id) ?? null, name: profiles.get(id)?.name ?? null }));
  return { following_list: list, total_count: total };
}

/** PUT follows, DELETE doesn't any more; both may be repeated. */
export async function changeFollowing({ db, account, request }: Asked): Promise<object> {
  const pair = { follower: account, followed: readAddress(request.params["address"]) };
  if (request.method === "DELETE") await unfollow(db, pair);
  else {
    if (pair.followed === account) throw new SignInError("invalid_params", "You can't follow yourself.");
    const { total } = await listFollowing(db, account, { start: 0, limit: 1 });
    if (total >= MOST)
      throw new SignInError("invalid_params", `You follow ${MOST} addresses already, which is the limit.`);
    await follow(db, pair);
  }
  return {};
}

function readAddress(text: unknown): Address {
  if (typeof text !== "string" || !isAddress(text, { strict: false })) {
    throw new SignInError("invalid_params", "The address must be 0x and 40 hex digits.");
  }
  return text.toLowerCase() as Address;
}
