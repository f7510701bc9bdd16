import { sql } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { byteaToSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

export type FollowPair = { follower: Subject; followed: Subject };
export type FollowPage = { start: number; limit: number };
/** A page of a list, newest first, and its total. */
export type FollowList = { subjects: Subject[]; total: number };

/** Idempotent. @throws RangeError for following oneself. */
export async function follow(db: Store, { follower, followed }: FollowPair): Promise<void> {
  if (follower === followed) throw new RangeError("An account can't follow itself");
  await sql`
    insert into follow (follower, followed) values (${subjectToBytea(follower)}, ${subjectToBytea(followed)})
    on conflict do nothing`.execute(db);
}

export async function unfollow(db: Store, { follower, followed }: FollowPair): Promise<void> {
  await sql`
    delete from follow where follower = ${subjectToBytea(follower)} and followed = ${subjectToBytea(followed)}`.execute(
    db,
  );
}

export async function isFollowing(db: Store, { follower, followed }: FollowPair): Promise<boolean> {
  const { rows } = await sql`
    select 1 from follow
    where follower = ${subjectToBytea(follower)} and followed = ${subjectToBytea(followed)}`.execute(db);
  return rows.length > 0;
}

/** Followers of an account, by follow_by_followed. */
export const listFollowers = async (db: Store, subject: Subject, page: FollowPage): Promise<FollowList> =>
  await listOthers(db, { mine: "followed", others: "follower", subject, page });

/** Accounts that an account follows, by follow_by_follower. */
export const listFollowing = async (db: Store, subject: Subject, page: FollowPage): Promise<FollowList> =>
  await listOthers(db, { mine: "follower", others: "followed", subject, page });

type Side = "followed" | "follower";
type ListQuery = { mine: Side; others: Side; subject: Subject; page: FollowPage };

async function listOthers(db: Store, { mine, others, subject, page }: ListQuery): Promise<FollowList> {
  const isMine = sql`${sql.ref(mine)} = ${subjectToBytea(subject)}`;
  const { rows } = await sql<{ total: number; subjects: Bytea[] | null }>`
    select (select count(*)::integer from follow where ${isMine}) as total, (
      select array_agg(subject::text) from (
        select ${sql.ref(others)} as subject from follow where ${isMine}
        order by created_at desc, ${sql.ref(others)} offset ${page.start} limit ${page.limit}
      ) page
    ) as subjects`.execute(db);
  return { total: rows[0]?.total ?? 0, subjects: (rows[0]?.subjects ?? []).map(byteaToSubject) };
}
