import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { hasCode } from "../database/errorCode.ts";

/** Units granted to an account, or taken back. */
export type LedgerEntry = {
  id: string;
  /** Never 0; negative if taken back. */
  amount: number;
  reason: string;
  /** Account id, or `operator`. */
  actor: string;
  /** Makes repetition harmless. */
  reference: string | null;
  createdAt: Date;
};

export type NewGrant = {
  accountId: string;
  /** An integer other than 0; negative takes back, never below 0. */
  amount: number;
  reason: string;
  /** An account's id, or `operator` for a user with shell access. */
  actor: string;
  /** Unique per account. */
  reference?: string | null;
};

/** The account's balance is lower than the amount to take back: units leased to processes can't be taken. */
export class BalanceTooLowError extends Error {
  override readonly name = "BalanceTooLowError";
}

/**
 * Grants units to an account or takes some back, in one statement with the ledger.
 * @returns the entry; with `isNew` false the earlier one with this reference, whatever its amount: nothing changed.
 * @throws RangeError for an invalid amount, or an unknown account.
 * @throws BalanceTooLowError
 */
export async function grantUnits(db: Store, grant: NewGrant): Promise<{ entry: LedgerEntry; isNew: boolean }> {
  if (!Number.isSafeInteger(grant.amount) || grant.amount === 0)
    throw new RangeError("amount must be a whole number, not 0");
  const entry = await insertEntry(db, grant);
  if (entry) return { entry, isNew: true };
  const earlier = await findEntry(db, grant);
  if (earlier) return { entry: earlier, isNew: false };
  const { rows } = await sql`select from account where id = ${grant.accountId}`.execute(db);
  if (rows.length === 0) throw new RangeError(`Unknown account '${grant.accountId}'`);
  throw new BalanceTooLowError(`The account has fewer than ${-grant.amount} units that are not leased to a server`);
}

/** A page of an account's ledger, newest first, and its total. By unit_ledger_by_account. */
export async function listLedger(
  db: Store,
  { accountId, start, limit }: { accountId: string; start: number; limit: number },
): Promise<{ entries: LedgerEntry[]; total: number }> {
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from unit_ledger where account_id = ${accountId}`.execute(db);
  const { rows } = await sql<EntryRow>`
    select ${columns} from unit_ledger where account_id = ${accountId}
    order by id desc offset ${start} limit ${limit}`.execute(db);
  return { entries: rows.map(toEntry), total: counts[0]?.total ?? 0 };
}

type EntryRow = {
  id: string;
  amount: bigint;
  reason: string;
  actor: string;
  reference: string | null;
  created_at: Date;
};
const columns = sql`id::text as id, amount, reason, actor, reference, created_at`;

/** Undefined if the balance is too low, the account does not exist, or its reference was used. */
async function insertEntry(db: Store, grant: NewGrant): Promise<LedgerEntry | undefined> {
  const reference = grant.reference ?? null;
  const entry = sql<EntryRow>`
    with changed as (
      update account set balance = balance + ${grant.amount}
      where id = ${grant.accountId} and balance + ${grant.amount} >= 0 and not exists (
        select from unit_ledger where account_id = ${grant.accountId} and reference = ${reference}
      )
      returning id
    )
    insert into unit_ledger (account_id, amount, reason, actor, reference)
    select id, ${grant.amount}, ${grant.reason}, ${grant.actor}, ${reference} from changed returning ${columns}`;
  try {
    const { rows } = await entry.execute(db);
    return rows[0] && toEntry(rows[0]);
  } catch (error) {
    if (hasCode(error, "23505")) return undefined; // a concurrent request wrote the same reference
    throw error;
  }
}

async function findEntry(db: Store, { accountId, reference }: NewGrant): Promise<LedgerEntry | undefined> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from unit_ledger where account_id = ${accountId} and reference = ${reference ?? null}`.execute(
    db,
  );
  return rows[0] && toEntry(rows[0]);
}

const toEntry = (row: EntryRow): LedgerEntry => ({
  id: row.id,
  amount: Number(row.amount),
  reason: row.reason,
  actor: row.actor,
  reference: row.reference,
  createdAt: row.created_at,
});
