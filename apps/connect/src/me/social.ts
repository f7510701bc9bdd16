import type { FollowerList, FollowingList, Profile } from "@portico/contract";
import { findProfile, listFollowers, listFollowing, readSubject, type FollowPage, type Store } from "@portico/store";
import type { MeCall, MeHandler } from "./exchange.ts";
import { type UserDirectory, toUsers } from "./toUsers.ts";

const LEAST: FollowPage = { start: 0, limit: 1 };

/** Endpoints of the scope user:social:read. */
export const socialHandlers = (directory: UserDirectory): Readonly<Record<string, MeHandler>> => ({
  getMeProfile: async ({ account }) => ({ body: await readProfile(directory.db, account) }),
  getMeFollowerList: async ({ account, query }) => {
    const { subjects, total } = await listFollowers(directory.db, account, readPage(query));
    return { body: { follower_list: await toUsers(directory, subjects), total_count: total } satisfies FollowerList };
  },
  getMeFollowingList: async ({ account, query }) => {
    const { subjects, total } = await listFollowing(directory.db, account, readPage(query));
    return { body: { following_list: await toUsers(directory, subjects), total_count: total } satisfies FollowingList };
  },
});

/** The contract's parameters and defaults. */
const readPage = (query: MeCall["query"]): FollowPage => query as unknown as FollowPage;

async function readProfile(db: Store, account: MeCall["account"]): Promise<Profile> {
  const [{ name, bio, logoUrl, links }, followers, following] = await Promise.all([
    findProfile(db, account),
    listFollowers(db, account, LEAST),
    listFollowing(db, account, LEAST),
  ]);
  return {
    id: readSubject(account).address,
    name,
    bio,
    logo_url: logoUrl,
    link_list: links,
    follower_count: followers.total,
    following_count: following.total,
  };
}
