import { hash } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { parseSubject } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

/** Names one thing that the OAuth library keeps. The id may be a secret: only its SHA-256 is stored. */
export type ArtifactKey = { model: string; id: string };

export type NewArtifact = ArtifactKey & {
  payload: Readonly<Record<string, unknown>>;
  /** Undefined never expires. */
  ttlSeconds: number | undefined;
  /** Of codes and tokens the grant that they die with; of a grant its own id. */
  grantId?: string | undefined;
  uid?: string | undefined;
  clientId?: string | undefined;
  account?: string | undefined;
};

export type Artifact = {
  payload: Record<string, unknown>;
  /** Left by the database's clock, not above 0 when it is expired; undefined never expires. */
  secondsLeft: number | undefined;
  /** Unix seconds; undefined while it was not used, or may be used again. */
  consumedAt: number | undefined;
};

/** Writes it, or writes over it. It stays consumed when it was. */
export async function upsertArtifact(db: Store, artifact: NewArtifact): Promise<void> {
  const { model, id, payload, ttlSeconds, grantId = null, uid = null, clientId = null, account = null } = artifact;
  await sql`
    insert into oauth_artifact (model, id_hash, payload, grant_id, uid, client_id, account, expires_at)
    values (${model}, ${hashId(id)}, ${JSON.stringify(payload)}, ${grantId}, ${uid}, ${clientId}, ${account},
      ${fromNow(ttlSeconds)})
    on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, client_id = excluded.client_id, account = excluded.account, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/**
 * Changes what one holds by what it holds now, unless it is gone or expired: of several at once each sees what the one before
 * it wrote. @returns whether it was there.
 */
export const changeArtifact = (
  db: Store,
  { model, id, change }: ArtifactKey & { change: (payload: Artifact["payload"]) => Promise<Artifact["payload"]> },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<Pick<Artifact, "payload">>`
      select payload from oauth_artifact
      where model = ${model} and id_hash = ${hashId(id)} and expires_at > now() for update`.execute(tx);
    return rows[0] !== undefined && (await updateArtifact(tx, { model, id, payload: await change(rows[0].payload) }));
  });

/** Writes over what one holds, unless it is gone or expired. @returns whether it was there. */
export async function updateArtifact(
  db: Store,
  { model, id, payload }: ArtifactKey & Pick<NewArtifact, "payload">,
): Promise<boolean> {
  const { rows } = await sql`
    update oauth_artifact set payload = ${JSON.stringify(payload)}
    where model = ${model} and id_hash = ${hashId(id)} and expires_at > now() returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Finds what is not expired, and what was used, expired or not, for as long as deleteExpired keeps it; by the primary key.
 * Within `graceSeconds` of its use it doesn't count as consumed yet. Everything about time is the database's word:
 * processes' clocks differ.
 */
export const findArtifact = async (
  db: Store,
  { model, id, graceSeconds = 0 }: ArtifactKey & { graceSeconds?: number },
): Promise<Artifact | undefined> =>
  await selectArtifact(db, sql`model = ${model} and id_hash = ${hashId(id)}`, graceSeconds);

/** Finds what is not expired, by oauth_artifact_by_uid. */
export const findArtifactByUid = async (
  db: Store,
  { model, uid }: { model: string; uid: string },
): Promise<Artifact | undefined> => await selectArtifact(db, sql`model = ${model} and uid = ${uid}`, 0);

async function selectArtifact(
  db: Store,
  which: RawBuilder<unknown>,
  graceSeconds: number,
): Promise<Artifact | undefined> {
  const { rows } = await sql<{ payload: Record<string, unknown>; left: number | null; consumed: number | null }>`
    select payload, ceil(extract(epoch from expires_at - now()))::integer as left,
      case when consumed_at <= now() - make_interval(secs => ${graceSeconds})
        then extract(epoch from consumed_at)::integer end as consumed
    from oauth_artifact
    where ${which} and (expires_at is null or expires_at > now() or consumed_at is not null)`.execute(db);
  const [row] = rows;
  return row && { payload: row.payload, secondsLeft: row.left ?? undefined, consumedAt: row.consumed ?? undefined };
}

/**
 * Uses it up: of many who try at once, one may; within `graceSeconds` of that everyone. One statement, by the primary key.
 * @returns whether the caller may go on.
 */
export async function consumeArtifact(
  db: Store,
  { model, id, graceSeconds = 0 }: ArtifactKey & { graceSeconds?: number },
): Promise<boolean> {
  // Who waited for the winner has an older now() than it: without grace, times say nothing.
  const { rows } = await sql`
    update oauth_artifact set consumed_at = coalesce(consumed_at, now())
    where model = ${model} and id_hash = ${hashId(id)} and (consumed_at is null
      or (${graceSeconds} > 0 and consumed_at > now() - make_interval(secs => ${graceSeconds})))
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Notes what a person decides in an interaction: of several decisions the first one stands. One statement, by the primary key.
 * @returns the one that stands; undefined when there is no such interaction any more.
 */
export async function claimDecision<const Decision extends string>(
  db: Store,
  { id, decision }: { id: string; decision: Decision },
): Promise<Decision | undefined> {
  const { rows } = await sql<{ decision: Decision }>`
    update oauth_artifact set decision = coalesce(decision, ${decision})
    where model = 'Interaction' and id_hash = ${hashId(id)} and expires_at > now()
    returning decision`.execute(db);
  return rows[0]?.decision;
}

/** Forgets one. @returns whether it was there: of many who try at once, one is told so. */
export async function deleteArtifact(db: Store, { model, id }: ArtifactKey): Promise<boolean> {
  const { rows } =
    await sql`delete from oauth_artifact where model = ${model} and id_hash = ${hashId(id)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Forgets what of a model belongs to a grant, by oauth_artifact_by_grant. */
export async function deleteArtifactsOfGrant(
  db: Store,
  { model, grantId }: { model: string; grantId: string },
): Promise<void> {
  await sql`delete from oauth_artifact where model = ${model} and grant_id = ${grantId}`.execute(db);
}

/**
 * Ends a grant: its row, its codes and tokens, and the consent that it stood for. What a process that is at it writes a
 * moment later is dead too, because its grant is gone. By oauth_artifact_by_grant and consent_by_grant.
 */
export async function revokeGrant(db: Store, grantId: string): Promise<void> {
  await sql`
    with forgotten as (delete from consent where grant_id = ${grantId})
    delete from oauth_artifact where grant_id = ${grantId}`.execute(db);
}

/** Ends the grant of one that was used twice. */
export async function revokeGrantOf(db: Store, { model, id }: ArtifactKey): Promise<void> {
  const { rows } = await sql<{ grant_id: string }>`
    select grant_id from oauth_artifact
    where model = ${model} and id_hash = ${hashId(id)} and grant_id is not null`.execute(db);
  if (rows[0] !== undefined) await revokeGrant(db, rows[0].grant_id);
}

/** What an access token opens, and for whom. */
export type Bearer = {
  account: Subject;
  clientId: string;
  /** Whose units it costs; null is nobody's. */
  accountId: string | null;
  scopes: string[];
  expiresAt: Date;
};

/**
 * Finds a token that works for `audience`: not expired, its grant alive, its client and the account that has it not
 * disabled. One statement, five primary keys. @returns undefined for everything else, whatever the reason.
 */
export async function findBearer(db: Store, token: string, audience: string): Promise<Bearer | undefined> {
  const { rows } = await sql<{
    account: string;
    client_id: string;
    account_id: string | null;
    scope: string | null;
    expires_at: Date;
  }>`
    select token.account, token.client_id, oauth_app.account_id, token.payload ->> 'scope' as scope, token.expires_at
    from oauth_artifact token
    join oauth_artifact grants on grants.model = 'Grant'
      and grants.id_hash = sha256(convert_to(token.grant_id, 'UTF8')) and grants.expires_at > now()
    join oauth_client on oauth_client.id = token.client_id and not oauth_client.is_disabled
    join oauth_app on oauth_app.id = app_id left join account on account.id = oauth_app.account_id
    where token.model = 'AccessToken' and token.id_hash = ${hashId(token)} and token.expires_at > now()
      and token.payload ->> 'aud' = ${audience} and account.is_disabled is not true`.execute(db);
  const [row] = rows;
  const account = parseSubject(row?.account ?? "");
  if (row === undefined || account === undefined) return undefined;
  const scopes = (row.scope ?? "").split(" ").filter((scope) => scope !== "");
  return {
    account,
    clientId: row.client_id,
    accountId: row.account_id,
    scopes,
    expiresAt: row.expires_at,
  };
}

/**
 * Deletes expired artifacts and challenges, at most so many of each; rows that another deletes just now are left to it.
 * What was used stays until its grant ends, so that a second use is known as one however late it comes.
 * By oauth_artifact_expiry and siwe_challenge_expiry.
 * @returns how many went, or stay for longer.
 */
export async function deleteExpired(db: Store, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old_artifact as (
      select model, id_hash, consumed_at, grant_id from oauth_artifact where expires_at < now() order by expires_at
      limit ${limit} for update skip locked
    ), used as (
      select old_artifact.model, old_artifact.id_hash, grants.expires_at from old_artifact
      join oauth_artifact grants on grants.model = 'Grant'
        and grants.id_hash = sha256(convert_to(old_artifact.grant_id, 'UTF8')) and grants.expires_at > now()
      where old_artifact.consumed_at is not null
    ), old_challenge as (
      select nonce from siwe_challenge where expires_at < now() order by expires_at limit ${limit} for update skip locked
    ), stays as (
      update oauth_artifact set expires_at = used.expires_at from used
      where oauth_artifact.model = used.model and oauth_artifact.id_hash = used.id_hash returning 1
    ), artifact as (
      delete from oauth_artifact using old_artifact
      where oauth_artifact.model = old_artifact.model and oauth_artifact.id_hash = old_artifact.id_hash
        and not exists (select from used where used.model = old_artifact.model and used.id_hash = old_artifact.id_hash)
      returning 1
    ), challenge as (
      delete from siwe_challenge using old_challenge where siwe_challenge.nonce = old_challenge.nonce returning 1
    )
    select ((select count(*) from stays) + (select count(*) from artifact) + (select count(*) from challenge))::integer
      as count`.execute(db);
  return rows[0]?.count ?? 0;
}

const hashId = (id: string): Bytea => toBytea(`0x${hash("sha256", id)}`);

const fromNow = (seconds: number | undefined) => sql`now() + make_interval(secs => ${seconds ?? null}::integer)`;
