import { INDEX_TABLES } from "../deployment/indexTables.ts";

/**
 * An index that is made beside the one that answers: the tables of INDEX_TABLES in a schema of their own, which an indexer
 * finds before the others by its search_path. It has its own leases, because both are indexed at the same time.
 */
export const NEXT = "portico_next";
/** Where the tables are that answered before. */
export const OLD = "portico_old";

/** For the connections of the indexer that fills the next index. */
export const NEXT_SEARCH_PATH = `${NEXT},public`;

export const PROCESS_TABLES = ["lease", "process"];
export const NEXT_TABLES: readonly string[] = [...INDEX_TABLES, ...PROCESS_TABLES];

/** An index can't be rebuilt, or not yet; nothing was changed. The message is for users. */
export class RebuildError extends Error {
  override readonly name = "RebuildError";
}
