import { readConnectionInfo } from "@portico/store";
import { findDatabaseUrl } from "../databaseUrl.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok } from "./finding.ts";

const LOSS = "no answer is cached, keys and prices are read again and again, and new addresses wait";

/**
 * Whether the database's notifications arrive where services listen. An unreachable database is reported by another
 * check.
 */
export async function checkNotifications({ env, runFile }: Pick<Shell, "env" | "runFile">): Promise<Finding[]> {
  const named = env["DATABASE_URL"] ? (env["DATABASE_DIRECT_URL"] ?? "") : "";
  try {
    const url = findDatabaseUrl(env, runFile);
    const { isPooled, receivesNotifications } = await readConnectionInfo(url, named === "" ? url : named);
    const by = isPooled ? "; DATABASE_URL is a pooler, so nothing is prepared there" : "";
    if (receivesNotifications) return [ok("notifications", `arrive${by}`)];
    return [named === "" ? explainMissing(isPooled) : explainDirect()];
  } catch (error) {
    if (named === "") return [];
    const advice = "have DATABASE_DIRECT_URL name the database itself: services do not start with this one";
    return [broken("notifications", `DATABASE_DIRECT_URL: ${(error as Error).message}`, advice)];
  }
}

const explainMissing = (isPooled: boolean): Finding =>
  broken(
    "notifications",
    `do not arrive${isPooled ? ": DATABASE_URL is a pooler that lends connections by the transaction" : ""}: ${LOSS}`,
    "have DATABASE_DIRECT_URL name the database itself, as PostgreSQL's own port, beside DATABASE_URL for the pooler",
  );

const explainDirect = (): Finding =>
  broken(
    "notifications",
    `what is sent by DATABASE_URL does not arrive at DATABASE_DIRECT_URL: ${LOSS}`,
    "have DATABASE_DIRECT_URL name the same database, and neither a pooler nor a replica",
  );
