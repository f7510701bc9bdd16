import { sql } from "kysely";
import { fromBytea, toBytea } from "./bytea.ts";
import type { Address, Bytea } from "./bytea.ts";
import type { Store } from "./database.ts";

export type FollowPair = { follower: Address; followed: Address };
export type FollowPage = { start: number; limit: number };
/** Some of a list, newest first, and how many there are in all. */
export type FollowList = { addresses: Address[]; total: number };

/** The first time counts. @throws RangeError when somebody would follow themselves. */
export async function follow(db: Store, { follower, followed }: FollowPair): Promise<void> {
  if (follower.toLowerCase() === followed.toLowerCase()) throw new RangeError("Nobody can follow themselves");
  await sql`
    insert into follow (follower, followed) values (${toBytea(follower)}, ${toBytea(followed)})
    on conflict do nothing`.execute(db);
}

export async function unfollow(db: Store, { follower, followed }: FollowPair): Promise<void> {
  await sql`
    delete from follow where follower = ${toBytea(follower)} and followed = ${toBytea(followed)}`.execute(db);
}

/** Who follows an address, by follow_by_followed. */
export const listFollowers = async (db: Store, address: Address, page: FollowPage): Promise<FollowList> =>
  await listOthers(db, { mine: "followed", others: "follower", address, page });

/** Whom an address follows, by follow_by_follower. */
export const listFollowing = async (db: Store, address: Address, page: FollowPage): Promise<FollowList> =>
  await listOthers(db, { mine: "follower", others: "followed", address, page });

type Side = "followed" | "follower";
type ListQuery = { mine: Side; others: Side; address: Address; page: FollowPage };

async function listOthers(db: Store, { mine, others, address, page }: ListQuery): Promise<FollowList> {
  const isMine = sql`${sql.ref(mine)} = ${toBytea(address)}`;
  const { rows } = await sql<{ total: number; addresses: Bytea[] | null }>`
    select (select count(*)::integer from follow where ${isMine}) as total, (
      select array_agg(address::text) from (
        select ${sql.ref(others)} as address from follow where ${isMine}
        order by created_at desc, ${sql.ref(others)} offset ${page.start} limit ${page.limit}
      ) page
    ) as addresses`.execute(db);
  return { total: rows[0]?.total ?? 0, addresses: (rows[0]?.addresses ?? []).map(fromBytea) };
}
