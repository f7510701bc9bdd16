import { closeDatabase, openDatabase, openReads, parseReadUrls } from "@portico/store";
import type { ReplicaFigures, ReadUrl } from "@portico/store";
import { findDatabaseUrl } from "./databaseUrl.ts";
import type { Shell } from "./shell.ts";

/** A replica as the API would find it at its start; or why it would not start. */
export type ReplicaFinding = Pick<ReplicaFigures, "host" | "isUsed" | "lagMs" | "reason"> & {
  readonly refusal: string | undefined;
};

/**
 * The replicas of DATABASE_READ_URL, each on its own; none if it is not set.
 * @throws Error if it is invalid, or the database is not known.
 */
export async function readReplicas({ env, runFile }: Pick<Shell, "env" | "runFile">): Promise<ReplicaFinding[]> {
  const readUrls = parseReadUrls(env["DATABASE_READ_URL"] ?? "");
  if (readUrls.length === 0) return [];
  const databaseUrl = findDatabaseUrl(env, runFile);
  const lagMs = Number(env["DATABASE_READ_LAG_MS"] ?? "") || undefined;
  return await Promise.all(readUrls.map((readUrl) => readReplica(databaseUrl, readUrl, lagMs)));
}

async function readReplica(databaseUrl: string, readUrl: ReadUrl, lagMs: number | undefined): Promise<ReplicaFinding> {
  const db = openDatabase(databaseUrl, { max: 1 });
  const limits = { max: 1, answerMs: ANSWER_MS, onChange: () => undefined };
  try {
    const reads = await openReads(db, { databaseUrl, readUrls: [readUrl], lagMs, ...limits });
    const [found] = reads.figures();
    await reads.close();
    return { host: readUrl.host, isUsed: false, reason: undefined, lagMs: undefined, ...found, refusal: undefined };
  } catch (error) {
    const refusal = (error as Error).message;
    return { host: readUrl.host, isUsed: false, reason: undefined, lagMs: undefined, refusal };
  } finally {
    await closeDatabase(db);
  }
}

/** `used, 3 ms behind`; of a node of a distributed database only `used`. */
export function renderReplica({ isUsed, lagMs, reason, refusal }: ReplicaFinding): string {
  if (refusal !== undefined) return `refused: ${refusal}`;
  return isUsed
    ? `used${lagMs === undefined ? "" : `, ${Math.round(lagMs)} ms behind`}`
    : `left out: ${reason ?? "not checked"}`;
}

const ANSWER_MS = 5_000;
