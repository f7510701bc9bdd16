import {
  listKeptRanges,
  readMigrationState,
  readServerInfo,
  type MigrationState,
  type ServerInfo,
  type Store,
} from "@portico/store";
import { explainError } from "../explainError.ts";
import type { Shell } from "../shell.ts";
import { renderDatabase, renderKept, toKept } from "../status.ts";
import { UsageError } from "../usageError.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";

const OLDEST_VERSION = 15;
/** How pending migrations are applied. */
const advise = (env: Shell["env"]): string =>
  env["PORTICO_MIGRATE"]?.trim().toLowerCase() === "off"
    ? "run pnpm portico migrate"
    : "restart Portico on this database: it migrates at the start";

/** Whether the database responds, its version, schema, connection limit, and its clock compared with ours. */
export async function checkDatabase({ env, onStore }: Shell): Promise<Finding[]> {
  try {
    return await onStore(async (db) => {
      const server = await checkServer(db);
      const migrations = await readMigrationState(db);
      const kept = migrations.pending.length > 0 ? [] : await listKeptRanges(db);
      return [
        ...server,
        checkMigrations(migrations, advise(env)),
        ...kept.map((range) => ok("kept blocks", renderKept(toKept(range)))),
      ];
    });
  } catch (error) {
    return [explainFailure(error)];
  }
}

function explainFailure(error: unknown): Finding {
  const { message, code = "" } = error as Error & { code?: string };
  if (error instanceof UsageError) return broken("database", "unknown", message);
  if (code.startsWith("28")) return broken("database", message, "correct the user or the password in DATABASE_URL");
  if (code === "3D000") return broken("database", message, "create it, or correct its name in DATABASE_URL");
  return broken("database", "does not answer", explainError(error) ?? message);
}

async function checkServer(db: Store): Promise<Finding[]> {
  await readServerInfo(db); // the first query connects, which would distort the clock comparison
  const before = Date.now();
  const info = await readServerInfo(db);
  const after = Date.now();
  return [checkVersion(info), ...checkConnections(info), checkClock(info.nowMs - (before + after) / 2, after - before)];
}

const checkVersion = (info: ServerInfo): Finding =>
  info.majorVersion >= OLDEST_VERSION
    ? ok("database", renderDatabase(info))
    : broken("database", `PostgreSQL ${info.version} is too old`, `use PostgreSQL ${OLDEST_VERSION} or later`);

function checkConnections({ connections, maxConnections }: ServerInfo): Finding[] {
  if (connections < 0.9 * maxConnections) return [];
  const text = `${connections} of ${maxConnections} connections are in use`;
  return [warn("database", text, "increase the server's max_connections, or run fewer processes")];
}

function checkMigrations({ applied, pending, unknown }: MigrationState, advice: string): Finding {
  if (unknown.length > 0) {
    const text = `the database was migrated by a later version of Portico: ${unknown.join(", ")}`;
    return broken("migrations", text, "run the version of Portico that migrated it, or a later one");
  }
  if (pending.length === 0) return ok("migrations", `all ${applied.length} are applied`);
  if (applied.length === 0) return broken("migrations", "this database has no tables of Portico", advice);
  return broken("migrations", `${pending.length} are not applied: ${pending.join(", ")}`, advice);
}

/** Tolerated clock differences, by what leases, limits and sign-ins can bear. */
const CLOCK_MS = { good: 1_000, bearable: 10_000 };

function checkClock(skewMs: number, doubtMs: number): Finding {
  const skew = Math.max(0, Math.abs(skewMs) - doubtMs / 2);
  if (skew <= CLOCK_MS.good) return ok("clock", "the database's clock matches this machine's");
  const text = `the database's clock is ${(skew / 1000).toFixed(1)} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's`;
  const advice = "synchronize both machines' clocks by NTP (timedatectl set-ntp true)";
  return skew <= CLOCK_MS.bearable ? warn("clock", text, advice) : broken("clock", text, advice);
}
