import { sql } from "kysely";
import { byteaToSubject, readSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import { listInbox } from "../messages/inbox.ts";
import { listConnections } from "../oauth/consents.ts";
import type { Connection } from "../oauth/consents.ts";
import { listProfiles } from "../social/profiles.ts";
import type { Profile } from "../social/profiles.ts";
import { findExplorerLists } from "./explorerLists.ts";
import { holdExplorerSession } from "./explorerSessions.ts";

/** An artifact of the sign-in service: a session, a grant, a code or a token, without its secret. */
export type Credential = { model: string; clientId: string | null; expiresAt: Date | null };

/** What the explorer and the sign-in service store about an account. */
export type PersonalData = {
  lists: unknown;
  sessions: { startedAt: Date; expiresAt: Date }[];
  credentials: Credential[];
  connections: Connection[];
  profile: Profile | null;
  following: Subject[];
  followers: Subject[];
  inbox: Awaited<ReturnType<typeof listInbox>>;
};

/** More than an account can have of anything. */
const ALL = { start: 0, limit: 1_000_000 };

/** Everything at once, as of one moment. */
export const readPersonalData = (db: Store, account: Subject): Promise<PersonalData> =>
  inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return {
      lists: (await findExplorerLists(tx, account)).lists,
      sessions: await listSessions(tx, account),
      credentials: await listCredentials(tx, account),
      connections: await listConnections(tx, account),
      profile: (await listProfiles(tx, [account])).get(account) ?? null,
      following: await listFollows(tx, { mine: "follower", others: "followed", account }),
      followers: await listFollows(tx, { mine: "followed", others: "follower", account }),
      inbox: await listInbox(tx, account, ALL),
    };
  });

/** By explorer_session_by_account. */
async function listSessions(tx: Store, account: Subject): Promise<PersonalData["sessions"]> {
  const { rows } = await sql<PersonalData["sessions"][number]>`
    select created_at as "startedAt", expires_at as "expiresAt" from explorer_session
    where account = ${subjectToBytea(account)} and expires_at > now() order by created_at`.execute(tx);
  return rows;
}

/** By oauth_artifact_by_account. */
async function listCredentials(tx: Store, account: Subject): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    select model, client_id as "clientId", expires_at as "expiresAt" from oauth_artifact
    where account = ${account} order by model, expires_at`.execute(tx);
  return rows;
}

type Side = "followed" | "follower";

/** By follow_by_follower, or follow_by_followed. */
async function listFollows(
  tx: Store,
  { mine, others, account }: { mine: Side; others: Side; account: Subject },
): Promise<Subject[]> {
  const { rows } = await sql<{ other: Bytea }>`
    select ${sql.ref(others)} as other from follow where ${sql.ref(mine)} = ${subjectToBytea(account)}
    order by created_at desc`.execute(tx);
  return rows.map(({ other }) => byteaToSubject(other));
}

/**
 * Deletes what `readPersonalData` reads, except that others follow the account, and its sign-ins that are under way.
 * Sessions end first: what they are writing is finished before, and deleted too.
 * @param token - Of the session that asks for it.
 * @returns whether it was deleted; false if the session ended, or is another account's.
 */
export const deletePersonalData = (db: Store, { token, account }: { token: string; account: Subject }) =>
  inTransaction(db, async (tx): Promise<boolean> => {
    const key = subjectToBytea(account);
    await sql`
      select from explorer_session where account = ${key} order by token_hash for update`.execute(tx); // two don't wait for each other
    if ((await holdExplorerSession(tx, token)) !== account) return false;
    await sql`delete from explorer_session where account = ${key}`.execute(tx);
    await sql`delete from explorer_lists where account = ${key}`.execute(tx);
    // grants first: without its grant a token that is written meanwhile is invalid
    await sql`
      with ended as (delete from consent where account = ${key} returning grant_id)
      delete from oauth_artifact using ended where oauth_artifact.grant_id = ended.grant_id`.execute(tx);
    await sql`delete from oauth_artifact where account = ${account}`.execute(tx);
    // sign-ins that are under way: few, since they last minutes, and without an index by account
    await sql`delete from phone_sign_in where account = ${account}`.execute(tx);
    await sql`delete from siwe_challenge where address = ${toBytea(readSubject(account).address)}`.execute(tx);
    await sql`delete from profile where address = ${key}`.execute(tx);
    await sql`delete from follow where follower = ${key}`.execute(tx);
    await sql`delete from message where recipient = ${key}`.execute(tx);
    await sql`delete from message_block where recipient = ${key}`.execute(tx);
    return true;
  });
