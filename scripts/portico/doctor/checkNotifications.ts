import { readConnectionInfo } from "@portico/store";
import { findDatabaseUrl } from "../databaseUrl.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok } from "./finding.ts";

const LOSS = "responses are not cached, keys and prices are read repeatedly, and new addresses are delayed";

/**
 * Whether the database's notifications arrive where services listen. An unreachable database is reported by another
 * check.
 */
export async function checkNotifications({ env, runFile }: Pick<Shell, "env" | "runFile">): Promise<Finding[]> {
  const named = env["DATABASE_URL"] ? (env["DATABASE_DIRECT_URL"] ?? "") : "";
  try {
    const url = findDatabaseUrl(env, runFile);
    const { isPooled, receivesNotifications } = await readConnectionInfo(url, named === "" ? url : named);
    const by = isPooled ? "; DATABASE_URL is a pooler, so statements are not prepared there" : "";
    if (receivesNotifications) return [ok("notifications", `arrive${by}`)];
    return [named === "" ? explainMissing(isPooled) : explainDirect()];
  } catch (error) {
    if (named === "") return [];
    const advice = "set DATABASE_DIRECT_URL to the database itself: services do not start with this URL";
    return [broken("notifications", `DATABASE_DIRECT_URL: ${(error as Error).message}`, advice)];
  }
}

const explainMissing = (isPooled: boolean): Finding =>
  broken(
    "notifications",
    `do not arrive${isPooled ? ": DATABASE_URL is a pooler in transaction mode" : ""}: ${LOSS}`,
    "set DATABASE_DIRECT_URL to the database itself (PostgreSQL's own port), in addition to DATABASE_URL of the pooler",
  );

const explainDirect = (): Finding =>
  broken(
    "notifications",
    `notifications sent by DATABASE_URL do not arrive at DATABASE_DIRECT_URL: ${LOSS}`,
    "set DATABASE_DIRECT_URL to the same database, not to a pooler or a replica",
  );
