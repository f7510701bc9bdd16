import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { writeNotices } from "../alerts/notices.ts";
import { grantUnits } from "../billing/unitLedger.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { UnitRequestTable } from "./unitRequestSchema.ts";

export type UnitRequest = {
  id: string;
  accountId: string;
  accountName: string;
  units: number;
  reason: string;
  state: "waiting" | "granted" | "declined";
  grantedUnits: number | null;
  answer: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};

export type UnitDecision = {
  id: string;
  /** Null: it is declined. */
  grantedUnits: number | null;
  answer: string | null;
  /** Who decides. */
  actor: string;
};

/** @returns undefined if an earlier request of the account waits. */
export async function createUnitRequest(
  db: Store,
  { accountId, units, reason }: Pick<UnitRequest, "accountId" | "reason" | "units">,
): Promise<UnitRequest | undefined> {
  const id = `unr_${randomBytes(12).toString("base64url")}`;
  const { numAffectedRows } = await sql`
    insert into unit_request (id, account_id, units, reason) values (${id}, ${accountId}, ${units}, ${reason})
    on conflict (account_id) where decided_at is null do nothing`.execute(db);
  return numAffectedRows === 1n ? await findUnitRequest(db, id) : undefined;
}

type Page = { requests: UnitRequest[]; total: number };

/** A page of the requests of an account, or of all: those that wait first, oldest first; then the others, newest first. */
export async function listUnitRequests(
  db: Store,
  { accountId, start, limit }: { accountId?: string; start: number; limit: number },
): Promise<Page> {
  const where = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const { rows } = await sql<Row>`
    select unit_request.*, account.name from unit_request join account on account.id = account_id where ${where}
    order by decided_at is not null, case when decided_at is null then unit_request.created_at end,
      unit_request.created_at desc, unit_request.id
    limit ${limit} offset ${start}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::float8 as total from unit_request where ${where}`.execute(db);
  return { requests: rows.map(toUnitRequest), total: counts[0]?.total ?? 0 };
}

/**
 * Decides a request that waits, grants what it says, and tells the account by a notice; all or nothing.
 * @returns undefined if there is no such request, or it is decided.
 */
export function decideUnitRequest(db: Store, decision: UnitDecision): Promise<UnitRequest | undefined> {
  const { id, grantedUnits, answer, actor } = decision;
  return inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update unit_request set decided_at = now(), granted_units = ${grantedUnits}, answer = ${answer}, decided_by = ${actor}
      where id = ${id} and decided_at is null`.execute(tx);
    const request = await findUnitRequest(tx, id);
    if (numAffectedRows !== 1n || request === undefined) return undefined;
    const { accountId, reason } = request;
    if (grantedUnits !== null)
      await grantUnits(tx, { accountId, amount: grantedUnits, reason, actor, reference: `unit request ${id}` });
    await writeNotices(tx, [{ accountId, ...noticeOf(request) }]);
    return request;
  });
}

const COUNT = new Intl.NumberFormat("en");

function noticeOf({ units, grantedUnits, answer }: UnitRequest): { title: string; body: string } {
  const asked = `You asked for ${COUNT.format(units)} units.`;
  const title = grantedUnits === null ? "Units were declined" : `${COUNT.format(grantedUnits)} units were granted`;
  return { title, body: answer === null ? asked : `${asked} The operator answered: ${answer}` };
}

async function findUnitRequest(db: Store, id: string): Promise<UnitRequest | undefined> {
  const { rows } = await sql<Row>`
    select unit_request.*, account.name from unit_request join account on account.id = account_id
    where unit_request.id = ${id}`.execute(db);
  return rows[0] && toUnitRequest(rows[0]);
}

type Row = Selectable<UnitRequestTable> & { name: string };

const toUnitRequest = (row: Row): UnitRequest => ({
  id: row.id,
  accountId: row.account_id,
  accountName: row.name,
  units: Number(row.units),
  reason: row.reason,
  state: row.decided_at === null ? "waiting" : row.granted_units === null ? "declined" : "granted",
  grantedUnits: row.granted_units === null ? null : Number(row.granted_units),
  answer: row.answer,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
});
