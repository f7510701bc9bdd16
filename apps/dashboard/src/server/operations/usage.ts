import type { UsageRow } from "@portico/contract";
import { invalidParams } from "@portico/server";
import { listUsage, type Store } from "@portico/store";
import { countDays, shiftDay, utcDay } from "../days.ts";
import type { Operation } from "../deps.ts";
import { writeCsv } from "../writeCsv.ts";
import { readKeyNames } from "./requests.ts";

const DAYS_MAX = 366;
/** PostgreSQL's calendar has no year 0. */
const FIRST_DAY = "0001-01-01";

interface UsageQuery {
  readonly from?: string;
  readonly to?: string;
  readonly by: readonly ("day" | "key" | "operation")[];
}

/** GET /dashboard/usage */
export const getDashboardUsage: Operation<"getDashboardUsage"> = async ({ query, reply }, { db, session }) => {
  const days = readDays(query);
  return reply(200, { ...days, usage_list: await readUsage(db, session.accountId, { ...days, by: query.by }) });
};

const COLUMNS = ["day", "operation", "key_id", "key_name", "units", "calls"] as const;

/** GET /dashboard/usage.csv */
export const getDashboardUsageCsv: Operation<"getDashboardUsageCsv"> = async ({ query }, { db, session }) => {
  const days = readDays(query);
  const rows = await readUsage(db, session.accountId, { ...days, by: query.by });
  return {
    status: 200,
    type: "text/csv",
    body: writeCsv(COLUMNS, rows),
    headers: { "Content-Disposition": `attachment; filename="usage-${days.from}-${days.to}.csv"` },
  };
};

function readDays({ from: given, to = utcDay() }: Omit<UsageQuery, "by">): { from: string; to: string } {
  const from = given ?? shiftDay(to, -29);
  const count = countDays(from, to);
  if (from < FIRST_DAY) throw invalidParams({ [given === undefined ? "to" : "from"]: "must not be before the year 1" });
  if (count < 0) throw invalidParams({ from: "must not be after to" });
  if (count > DAYS_MAX) throw invalidParams({ from: `must be at most ${DAYS_MAX} days before to` });
  return { from, to };
}

async function readUsage(db: Store, accountId: string, query: Required<UsageQuery>): Promise<UsageRow[]> {
  const [rows, names] = await Promise.all([
    listUsage(db, { accountId, ...query }),
    query.by.includes("key") ? readKeyNames(db, accountId) : new Map<string, string>(),
  ]);
  const responseRows = rows.map(({ day = "", operation = "", keyId = "", units, calls }) => {
    return { day, operation, key_id: keyId, key_name: names.get(keyId) ?? "", units, calls };
  });
  const used = responseRows.filter(({ units, calls }) => units !== 0 || calls !== 0);
  return used.toSorted((a, b) => (a.day === b.day ? b.units - a.units : a.day < b.day ? -1 : 1));
}
