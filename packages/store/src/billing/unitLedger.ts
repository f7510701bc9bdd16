import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { hasCode } from "../database/errorCode.ts";

/** Units given to an account, or taken back. */
export type LedgerEntry = {
  id: string;
  /** Never 0; negative when they were taken back. */
  amount: number;
  reason: string;
  /** Who did it. */
  actor: string;
  /** What makes a repetition harmless. */
  reference: string | null;
  createdAt: Date;
};

export type NewGrant = {
  accountId: string;
  /** A whole number, not 0; negative takes back, and never below 0. */
  amount: number;
  reason: string;
  /** An account's id, or `operator` for who has the shell. */
  actor: string;
  /** An account has each once. */
  reference?: string | null;
};

/** The account has fewer units to take back than that: those that processes hold can't be. */
export class BalanceTooLowError extends Error {
  override readonly name = "BalanceTooLowError";
}

/**
 * Gives units to an account or takes some back, in one statement with the ledger.
 * @returns the entry; with `isNew` false the one that had this reference before, whatever its amount: nothing changed.
 * @throws RangeError for an amount that is none, or an account that there isn't. @throws BalanceTooLowError
 */
export async function grantUnits(db: Store, grant: NewGrant): Promise<{ entry: LedgerEntry; isNew: boolean }> {
  if (!Number.isSafeInteger(grant.amount) || grant.amount === 0)
    throw new RangeError("amount must be a whole number, not 0");
  const entry = await insertEntry(db, grant);
  if (entry) return { entry, isNew: true };
  const earlier = await findEntry(db, grant);
  if (earlier) return { entry: earlier, isNew: false };
  const { rows } = await sql`select from account where id = ${grant.accountId}`.execute(db);
  if (rows.length === 0) throw new RangeError(`There is no account '${grant.accountId}'`);
  throw new BalanceTooLowError(`The account has fewer than ${-grant.amount} units that no server holds`);
}

/** Some of an account's ledger, newest first, and how many entries it has. By unit_ledger_by_account. */
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

/** Nothing when the balance is too low, there is no such account, or its reference was used. */
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
    if (hasCode(error, "23505")) return undefined; // another wrote the same reference at the same moment
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
