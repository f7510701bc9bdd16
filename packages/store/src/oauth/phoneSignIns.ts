import { hash } from "node:crypto";
import { sql } from "kysely";
import { parseSubject, type Subject } from "../accounts/subject.ts";
import type { Store } from "../database/database.ts";

/** Wrong codes until a phone sign-in ends. */
const MAX_ATTEMPTS = 3;

/** The browser that continues once the address is proved on a phone. */
export interface WaitingBrowser {
  /** A secret of this browser. */
  readonly waiting: string;
  /** What it signs in for; a secret if it identifies a sign-in. */
  readonly purpose: string;
}

/**
 * Stores a phone sign-in; its secrets as hashes.
 * @param signIn.phone - The secret in the URL that the phone opens.
 * @param signIn.request - What the phone shows; JSON.
 * @param signIn.network - Of the waiting browser, for comparison only.
 */
export async function createPhoneSignIn(
  db: Store,
  signIn: WaitingBrowser & { phone: string; request: object; network: string; ttlSeconds: number },
): Promise<void> {
  const { phone, waiting, purpose, request, network, ttlSeconds } = signIn;
  await sql`
    insert into phone_sign_in (phone_hash, waiting_hash, purpose, network, request, expires_at)
    values (${sha256(phone)}, ${sha256(waiting)}, ${sha256(purpose)}, ${sha256(network)}, ${JSON.stringify(request)},
      now() + make_interval(secs => ${ttlSeconds}))`.execute(db);
}

/** What a phone sign-in is for, by the primary key. @returns undefined if it is unknown, expired or used. */
export async function findPhoneRequest(db: Store, phone: string): Promise<unknown> {
  const { rows } = await sql<{ request: unknown }>`
    select request from phone_sign_in
    where phone_hash = ${sha256(phone)} and expires_at > now() and redeemed_at is null`.execute(db);
  return rows[0]?.request;
}

/**
 * Notes that a phone opened it. @returns undefined as findPhoneRequest.
 * @param opener.network - Of the phone.
 */
export async function openPhoneSignIn(
  db: Store,
  opener: { phone: string; network: string },
): Promise<{ request: unknown; isSameNetwork: boolean; secondsLeft: number } | undefined> {
  const { rows } = await sql<{ request: unknown; is_same: boolean; left: number }>`
    update phone_sign_in set opened_at = coalesce(opened_at, now())
    where phone_hash = ${sha256(opener.phone)} and expires_at > now() and redeemed_at is null
    returning request, network = ${sha256(opener.network)} as is_same,
      ceil(extract(epoch from expires_at - now()))::integer as left`.execute(db);
  const [row] = rows;
  return row && { request: row.request, isSameNetwork: row.is_same, secondsLeft: row.left };
}

/**
 * Stores the account that a phone proved, and the code that the waiting browser must present. The first account counts;
 * it may get another code, because responses are lost.
 * @returns false if it is unknown, expired, used, or of another account.
 */
export async function setPhoneProof(
  db: Store,
  { phone, account, code }: { phone: string; account: Subject; code: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update phone_sign_in set account = ${account}, code_hash = ${hashCode(phone, code)}
    where phone_hash = ${sha256(phone)} and expires_at > now() and redeemed_at is null
      and attempts < ${MAX_ATTEMPTS} and (account is null or account = ${account})`.execute(db);
  return numAffectedRows === 1n;
}

export type PhoneState = "ended" | "opened" | "proved" | "waiting";

/** How far the phone is, by phone_sign_in_waiting_hash_key. */
export async function findPhoneState(db: Store, { waiting, purpose }: WaitingBrowser): Promise<PhoneState> {
  const { rows } = await sql<{ state: PhoneState }>`
    select case when account is not null then 'proved' when opened_at is not null then 'opened' else 'waiting' end as state
    from phone_sign_in
    where waiting_hash = ${sha256(waiting)} and purpose = ${sha256(purpose)} and expires_at > now()
      and redeemed_at is null and attempts < ${MAX_ATTEMPTS}`.execute(db);
  return rows[0]?.state ?? "ended";
}

/**
 * Presents the code that the phone shows: of concurrent attempts with the right one, one succeeds.
 * @returns the proved account; the number of attempts that are left; undefined if the sign-in is unknown, expired, used,
 * or nothing was proved.
 */
export async function redeemPhoneCode(
  db: Store,
  { waiting, purpose, code }: WaitingBrowser & { code: string },
): Promise<{ account: Subject } | { attemptsLeft: number } | undefined> {
  const { rows } = await sql<{ account: string; attempts: number; is_right: boolean }>`
    update phone_sign_in set
      redeemed_at = case when code_hash = sha256(phone_hash || ${sha256(code)}) then now() end,
      attempts = attempts + case when code_hash = sha256(phone_hash || ${sha256(code)}) then 0 else 1 end
    where waiting_hash = ${sha256(waiting)} and purpose = ${sha256(purpose)} and expires_at > now()
      and redeemed_at is null and account is not null and attempts < ${MAX_ATTEMPTS}
    returning account, attempts, redeemed_at is not null as is_right`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const account = parseSubject(row.account);
  if (row.is_right && account !== undefined) return { account };
  return { attemptsLeft: MAX_ATTEMPTS - row.attempts };
}

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

/** With the phone's secret, so that equal codes have different hashes. */
const hashCode = (phone: string, code: string): Buffer =>
  hash("sha256", Buffer.concat([sha256(phone), sha256(code)]), "buffer");
