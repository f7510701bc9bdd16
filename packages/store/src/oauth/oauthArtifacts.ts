import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { hashSecret } from "../encoding/hashSecret.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { parseSubject } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

/** Identifies an artifact of the OAuth library. The id may be a secret: only its SHA-256 is stored. */
export type ArtifactKey = { model: string; id: string };

export type NewArtifact = ArtifactKey & {
  payload: Readonly<Record<string, unknown>>;
  /** Undefined: never expires. */
  ttlSeconds: number | undefined;
  /** For codes and tokens the grant with which they end; for a grant its own id. */
  grantId?: string | undefined;
  uid?: string | undefined;
  clientId?: string | undefined;
  account?: string | undefined;
};

export type Artifact = {
  payload: Record<string, unknown>;
  /** By the database's clock, at most 0 if expired; undefined: never expires. */
  secondsLeft: number | undefined;
  /** Unix seconds; undefined while it is not consumed, or may be used again. */
  consumedAt: number | undefined;
};

/** Inserts or overwrites it. It remains consumed if it was. */
export async function upsertArtifact(db: Store, artifact: NewArtifact): Promise<void> {
  const { model, id, payload, ttlSeconds, grantId = null, uid = null, clientId = null, account = null } = artifact;
  await sql`
    insert into oauth_artifact (model, id_hash, payload, grant_id, uid, client_id, account, expires_at)
    values (${model}, ${hashSecret(id)}, ${JSON.stringify(payload)}, ${grantId}, ${uid}, ${clientId}, ${account},
      ${fromNow(ttlSeconds)})
    on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, client_id = excluded.client_id, account = excluded.account, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/**
 * Updates an artifact's payload based on its present one, unless it is deleted or expired: concurrent changes each see
 * the previous one's result.
 * @returns whether it existed.
 */
export const changeArtifact = (
  db: Store,
  { model, id, change }: ArtifactKey & { change: (payload: Artifact["payload"]) => Promise<Artifact["payload"]> },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<Pick<Artifact, "payload">>`
      select payload from oauth_artifact
      where model = ${model} and id_hash = ${hashSecret(id)} and expires_at > now() for update`.execute(tx);
    return rows[0] !== undefined && (await updateArtifact(tx, { model, id, payload: await change(rows[0].payload) }));
  });

/**
 * Overwrites an artifact's payload, unless it is deleted or expired.
 * @returns whether it existed.
 */
export async function updateArtifact(
  db: Store,
  { model, id, payload }: ArtifactKey & Pick<NewArtifact, "payload">,
): Promise<boolean> {
  const { rows } = await sql`
    update oauth_artifact set payload = ${JSON.stringify(payload)}
    where model = ${model} and id_hash = ${hashSecret(id)} and expires_at > now() returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Finds unexpired artifacts, and consumed ones, expired or not, until deleteExpired removes them; by the primary key.
 * Within `graceSeconds` of its use it doesn't count as consumed yet. All times are by the database's clock, because
 * processes' clocks differ.
 */
export const findArtifact = async (
  db: Store,
  { model, id, graceSeconds = 0 }: ArtifactKey & { graceSeconds?: number },
): Promise<Artifact | undefined> =>
  await selectArtifact(db, sql`model = ${model} and id_hash = ${hashSecret(id)}`, graceSeconds);

/** Finds an unexpired artifact, by oauth_artifact_by_uid. */
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
 * Consumes it: of concurrent attempts one succeeds; within `graceSeconds` of that, all do. One statement, by the
 * primary key.
 * @returns whether the caller may proceed.
 */
export async function consumeArtifact(
  db: Store,
  { model, id, graceSeconds = 0 }: ArtifactKey & { graceSeconds?: number },
): Promise<boolean> {
  // A caller that waited for the winner has an older now(): without grace, times are not compared.
  const { rows } = await sql`
    update oauth_artifact set consumed_at = coalesce(consumed_at, now())
    where model = ${model} and id_hash = ${hashSecret(id)} and (consumed_at is null
      or (${graceSeconds} > 0 and consumed_at > now() - make_interval(secs => ${graceSeconds})))
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Records a user's decision in an interaction: of several decisions the first one holds. One statement, by the primary
 * key.
 * @returns the decision that holds; undefined if the interaction no longer exists.
 */
export async function claimDecision<const Decision extends string>(
  db: Store,
  { id, decision }: { id: string; decision: Decision },
): Promise<Decision | undefined> {
  const { rows } = await sql<{ decision: Decision }>`
    update oauth_artifact set decision = coalesce(decision, ${decision})
    where model = 'Interaction' and id_hash = ${hashSecret(id)} and expires_at > now()
    returning decision`.execute(db);
  return rows[0]?.decision;
}

/**
 * Deletes one.
 * @returns whether it existed: of concurrent attempts, one gets true.
 */
export async function deleteArtifact(db: Store, { model, id }: ArtifactKey): Promise<boolean> {
  const { rows } =
    await sql`delete from oauth_artifact where model = ${model} and id_hash = ${hashSecret(id)} returning 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Deletes a grant's artifacts of a model, by oauth_artifact_by_grant. */
export async function deleteArtifactsOfGrant(
  db: Store,
  { model, grantId }: { model: string; grantId: string },
): Promise<void> {
  await sql`delete from oauth_artifact where model = ${model} and grant_id = ${grantId}`.execute(db);
}

/**
 * Ends a grant: its row, its codes and tokens, and the consent that it was based on. Tokens that a concurrent request
 * writes afterwards are invalid too, because their grant is deleted. By oauth_artifact_by_grant and consent_by_grant.
 */
export async function revokeGrant(db: Store, grantId: string): Promise<void> {
  await sql`
    with forgotten as (delete from consent where grant_id = ${grantId})
    delete from oauth_artifact where grant_id = ${grantId}`.execute(db);
}

/** Ends the grant of an artifact that was used twice. */
export async function revokeGrantOf(db: Store, { model, id }: ArtifactKey): Promise<void> {
  const { rows } = await sql<{ grant_id: string }>`
    select grant_id from oauth_artifact
    where model = ${model} and id_hash = ${hashSecret(id)} and grant_id is not null`.execute(db);
  if (rows[0] !== undefined) await revokeGrant(db, rows[0].grant_id);
}

/** The scope and owner of an access token. */
export type Bearer = {
  account: Subject;
  clientId: string;
  /** Name of the client's application. */
  appName: string;
  /** The consent that it depends on. */
  grantId: string;
  grantExpiresAt: Date;
  /** The account whose units pay for it; null: none. */
  accountId: string | null;
  scopes: string[];
  expiresAt: Date;
};

/**
 * Finds a token valid for `audience`: not expired, its grant exists, and neither its client nor the client's account is
 * disabled. One statement, five primary keys.
 * @returns undefined otherwise, whatever the reason.
 */
export async function findBearer(db: Store, token: string, audience: string): Promise<Bearer | undefined> {
  const { rows } = await sql<{
    account: string;
    client_id: string;
    account_id: string | null;
    app_name: string;
    grant_id: string;
    grant_expires_at: Date;
    scope: string | null;
    expires_at: Date;
  }>`
    select token.account, token.client_id, oauth_app.account_id, oauth_app.name as app_name, token.grant_id,
      grants.expires_at as grant_expires_at, token.payload ->> 'scope' as scope, token.expires_at
    from oauth_artifact token
    join oauth_artifact grants on grants.model = 'Grant'
      and grants.id_hash = sha256(convert_to(token.grant_id, 'UTF8')) and grants.expires_at > now()
    join oauth_client on oauth_client.id = token.client_id and not oauth_client.is_disabled
    join oauth_app on oauth_app.id = app_id left join account on account.id = oauth_app.account_id
    where token.model = 'AccessToken' and token.id_hash = ${hashSecret(token)} and token.expires_at > now()
      and token.payload ->> 'aud' = ${audience} and account.is_disabled is not true`.execute(db);
  const [row] = rows;
  const account = parseSubject(row?.account ?? "");
  if (row === undefined || account === undefined) return undefined;
  const scopes = (row.scope ?? "").split(" ").filter((scope) => scope !== "");
  return {
    account,
    clientId: row.client_id,
    appName: row.app_name,
    grantId: row.grant_id,
    grantExpiresAt: row.grant_expires_at,
    accountId: row.account_id,
    scopes,
    expiresAt: row.expires_at,
  };
}

/**
 * Deletes expired artifacts, challenges and phone sign-ins, at most this many of each; rows locked by concurrent
 * deletions are skipped. Consumed artifacts are stored until their grant ends, so that reuse is detected however late it
 * is. By oauth_artifact_expiry, siwe_challenge_expiry and phone_sign_in_expiry.
 * @returns how many were deleted, or retained for longer.
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
    ), old_phone as (
      select phone_hash from phone_sign_in where expires_at < now() order by expires_at limit ${limit} for update skip locked
    ), remaining as (
      update oauth_artifact set expires_at = used.expires_at from used
      where oauth_artifact.model = used.model and oauth_artifact.id_hash = used.id_hash returning 1
    ), artifact as (
      delete from oauth_artifact using old_artifact
      where oauth_artifact.model = old_artifact.model and oauth_artifact.id_hash = old_artifact.id_hash
        and not exists (select from used where used.model = old_artifact.model and used.id_hash = old_artifact.id_hash)
      returning 1
    ), challenge as (
      delete from siwe_challenge using old_challenge where siwe_challenge.nonce = old_challenge.nonce returning 1
    ), phone as (
      delete from phone_sign_in using old_phone where phone_sign_in.phone_hash = old_phone.phone_hash returning 1
    )
    select ((select count(*) from remaining) + (select count(*) from artifact) + (select count(*) from challenge)
      + (select count(*) from phone))::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
}

const fromNow = (seconds: number | undefined) => sql`now() + make_interval(secs => ${seconds ?? null}::integer)`;
