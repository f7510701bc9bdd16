import type { FollowerList, FollowingList, User } from "@portico/contract";
import { sumNet } from "../recorded/holdings.ts";
import { findName } from "../recorded/names.ts";
import type { RecordedUser, Recording } from "../recorded/recording.ts";

export interface AboutContext {
  readonly recording: Recording | undefined;
  /** The signed-in user; undefined if no user is recorded. */
  readonly user: RecordedUser | undefined;
  readonly address: string;
  readonly query: Readonly<Record<string, string | string[]>>;
}

/** Offsets of followed users in the list of recorded owners. */
const FOLLOWED = [1, 2, 4];
const PAGE_MAX = 20;

/** The signed-in user and their follows; where nothing is recorded, the contract's examples. */
export function describeUser(operationId: string, example: unknown, context: AboutContext): unknown {
  const { recording, user, address } = context;
  const name = user?.name ?? null;
  const followers = listKnown(context, -1);
  const following = listKnown(context, 1);
  switch (operationId) {
    case "getMe": {
      const own = { id: address, name, web3_id: recording === undefined ? null : findName(recording, address) };
      return { ...(example as object), ...own, born_at: findBirth(user), tvf: followers.reduce(addWorth, 0) };
    }
    case "getMeProfile":
      return {
        ...(example as object),
        id: address,
        name,
        follower_count: followers.length,
        following_count: following.length,
      };
    case "getMeFollowerList":
      return { follower_list: cut(context, followers), total_count: followers.length } satisfies FollowerList;
    case "getMeFollowingList":
      return { following_list: cut(context, following), total_count: following.length } satisfies FollowingList;
    default:
      return undefined;
  }
}

/** @param direction - 1: users that the user follows; -1: followers. */
function listKnown({ recording, address }: AboutContext, direction: 1 | -1): readonly RecordedUser[] {
  const users = recording?.users ?? [];
  const index = users.findIndex((one) => one.address === address);
  if (index < 0) return [];
  const indices = new Set(FOLLOWED.map((step) => (index + direction * step + users.length * step) % users.length));
  indices.delete(index);
  return [...indices].flatMap((at) => users[at] ?? []);
}

/** Other users as in the service's responses: names, and no figures. */
function cut({ recording, query }: AboutContext, users: readonly RecordedUser[]): User[] {
  const start = Number(query["start"] ?? 0);
  return users.slice(start, start + Number(query["limit"] ?? PAGE_MAX)).map(({ address: id, name }) => ({
    id,
    sub: id,
    chain: null,
    web3_id: recording === undefined ? null : findName(recording, id),
    name,
    logo_url: null,
    born_at: null,
    tvf: null,
  }));
}

const addWorth = (sum: number, user: RecordedUser): number =>
  Object.keys(user.bornAt).reduce((total, chain) => total + sumNet(user, chain), sum);

function findBirth(user: RecordedUser | undefined): number | null {
  const seen = Object.values(user?.bornAt ?? {}).flatMap((time) => time ?? []);
  return seen.length === 0 ? null : Math.min(...seen);
}
