import type { LedgerEntry } from "@portico/contract";
import { findAccount, listLedger, readAccountFigures, type LedgerEntry as StoredEntry } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/units */
export const getDashboardUnits: Operation<"getDashboardUnits"> = async ({ reply }, { db, session }) => {
  const { accountId } = session;
  const [account, all] = await Promise.all([findAccount(db, accountId), readAccountFigures(db, [accountId])]);
  const { granted = 0, used = 0, usedToday = 0, dailyMean = 0 } = all.get(accountId) ?? {};
  const balance = account?.balance ?? 0;
  return reply(200, {
    balance,
    granted,
    used,
    used_today: usedToday,
    daily_mean: round(dailyMean),
    days_left: dailyMean > 0 ? round(balance / dailyMean) : null,
  });
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** GET /dashboard/ledger */
export const getDashboardLedger: Operation<"getDashboardLedger"> = async ({ query, reply }, { db, session }) => {
  const { entries, total } = await listLedger(db, { accountId: session.accountId, ...query });
  return reply(200, { ledger_list: entries.map(toEntryResponse), total_count: total });
};

export const toEntryResponse = (entry: StoredEntry): LedgerEntry => ({
  id: Number(entry.id),
  amount: entry.amount,
  reason: entry.reason,
  actor: entry.actor,
  reference: entry.reference,
  created_at: toSeconds(entry.createdAt),
});
