import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import { ACCESS_KEY_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { byteaToSubject, parseSubject, subjectToBytea } from "./subject.ts";
import type { Subject } from "./subject.ts";

/** An account that is charged. */
export type Account = {
  /** `acc_…` */
  id: string;
  name: string;
  /** The subject that signs in to it; null if none. */
  owner: Subject | null;
  /** Remaining units, including leased units not yet reported as spent. */
  balance: number;
  isDisabled: boolean;
  isOperator: boolean;
  createdAt: Date;
};

export type NewAccount = { name: string; owner?: Subject | null; isOperator?: boolean };

/** @param query - Part of a name or an owner, or an id; undefined: all. */
export type AccountPage = { start: number; limit: number; query?: string };

/**
 * Creates an account without units. An owner has one: concurrent creations return the same.
 * @returns the new or existing account.
 */
export async function createAccount(db: Store, { name, owner, isOperator }: NewAccount): Promise<Account> {
  const id = `acc_${randomBytes(9).toString("base64url")}`;
  await sql`
    insert into account (id, name, owner, is_operator)
    values (${id}, ${name}, ${owner ? subjectToBytea(owner) : null}, ${isOperator ?? false})
    on conflict (owner) do nothing`.execute(db);
  const account = await (owner ? findAccountByOwner(db, owner) : findAccount(db, id));
  if (!account) throw new Error(`Account ${id} was deleted right after its creation`);
  return account;
}

/** By the primary key. */
export async function findAccount(db: Store, id: string): Promise<Account | undefined> {
  const [account] = await selectAccounts(db, sql`id = ${id}`);
  return account;
}

/** By account_owner_key. */
export async function findAccountByOwner(db: Store, owner: Subject): Promise<Account | undefined> {
  const [account] = await selectAccounts(db, sql`owner = ${subjectToBytea(owner)}`);
  return account;
}

/** A page of all accounts, newest first, and their number. By account_by_age; a query scans the table. */
export async function listAccounts(db: Store, page: AccountPage): Promise<{ accounts: Account[]; total: number }> {
  const isMatch = matches(page.query?.trim() ?? "");
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from account where ${isMatch}`.execute(db);
  return { accounts: await selectAccounts(db, isMatch, page), total: rows[0]?.total ?? 0 };
}

/** Disables or enables all keys of an account. @returns whether there is such an account. */
export async function setAccountDisabled(db: Store, id: string, isDisabled: boolean): Promise<boolean> {
  const { rows } = await sql`
    with changed as (update account set is_disabled = ${isDisabled} where id = ${id} returning id)
    select id, pg_notify(${ACCESS_KEY_CHANNEL}, id) from changed`.execute(db);
  return rows.length > 0;
}

/** Makes an account's owner an operator, or no longer. @returns whether there is such an account. */
export async function setOperator(db: Store, id: string, isOperator: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update account set is_operator = ${isOperator} where id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}

function matches(query: string): RawBuilder<unknown> {
  if (query === "") return sql`true`;
  const part = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const subject = parseSubject(query);
  const hex = /^0x[0-9a-f]+$/i.test(query) ? query.slice(2).toLowerCase() : undefined;
  const isPart = hex === undefined ? sql`false` : sql`encode(substr(owner, 1, 20), 'hex') like ${`%${hex}%`}`;
  const isOwner = subject?.includes(":") === true ? sql`owner = ${subjectToBytea(subject)}` : isPart;
  return sql`(id = ${query} or name ilike ${part} or ${isOwner})`;
}

type AccountRow = {
  id: string;
  name: string;
  owner: Bytea | null;
  balance: bigint;
  is_disabled: boolean;
  is_operator: boolean;
  created_at: Date;
};

async function selectAccounts(
  db: Store,
  which: RawBuilder<unknown>,
  page = { start: 0, limit: 1 },
): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select id, name, owner, is_disabled, is_operator, created_at, balance + ${heldUnits(sql`account.id`)} as balance
    from account where ${which}
    order by account.created_at desc, account.id offset ${page.start} limit ${page.limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    owner: row.owner && byteaToSubject(row.owner),
    balance: Number(row.balance),
    isDisabled: row.is_disabled,
    isOperator: row.is_operator,
    createdAt: row.created_at,
  }));
}

/** Leased units of an account that are not reported as spent. By unit_lease_by_account. */
export const heldUnits = (accountId: RawBuilder<unknown>): RawBuilder<bigint> => sql<bigint>`
  (select coalesce(sum(amount - spent), 0)::bigint from unit_lease where account_id = ${accountId})`;
