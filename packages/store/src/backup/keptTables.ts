import { INDEX_TABLES } from "../deployment/indexTables.ts";

/** A table whose rows nobody can read from a chain again. */
export interface KeptTable {
  readonly table: string;
  /** Only these rows; SQL. Default: all. */
  readonly rows?: string;
  /** Only these columns. Default: all that are stored. */
  readonly columns?: readonly string[];
  /** Added to what the table has, instead of to an empty table: see `addRestored`. */
  readonly isAdded?: true;
}

/** What a backup contains, in the order in which foreign keys allow to restore it. */
export const KEPT_TABLES: readonly KeptTable[] = [
  { table: "deployment", isAdded: true },
  { table: "account" },
  { table: "access_key" },
  { table: "unit_price" },
  { table: "unit_ledger" },
  { table: "unit_lease" },
  { table: "unit_usage" },
  { table: "alert_rule" },
  { table: "notice" },
  { table: "unit_request" },
  { table: "account_member" },
  { table: "account_audit_entry" },
  { table: "oauth_app" },
  { table: "oauth_app_logo" },
  { table: "oauth_client" },
  { table: "connect_key" },
  { table: "oauth_artifact", rows: "model in ('Grant', 'RefreshToken')" },
  { table: "consent" },
  { table: "profile" },
  { table: "follow" },
  { table: "message_batch" },
  { table: "message" },
  { table: "message_block" },
  { table: "message_webhook" },
  { table: "event_cursor" },
  { table: "event_stream" },
  { table: "owner_event" },
  { table: "subscription" },
  { table: "subscription_lane" },
  { table: "dead_letter" },
  { table: "protocol_switch" },
  { table: "function_signature" },
  { table: "followed_owner", rows: "is_permanent", columns: ["chain", "owner"], isAdded: true },
];

/** A table that a backup leaves out. */
export interface LeftTable {
  readonly table: string;
  readonly reason: string;
  /** Whether `restoreBackup` empties it, because its rows belong to what is replaced. */
  readonly isEmptied?: true;
}

const FROM_CHAINS = "read from the chains again";

const PASSING: readonly LeftTable[] = [
  { table: "dashboard_session", reason: "users sign in again", isEmptied: true },
  { table: "account_invitation", reason: "owners invite again", isEmptied: true },
  { table: "siwe_challenge", reason: "valid for minutes: an unknown challenge is refused", isEmptied: true },
  { table: "phone_sign_in", reason: "valid for minutes: the user starts again", isEmptied: true },
  { table: "login_limit", reason: "counts attempts of the last hours" },
  { table: "request_hour", reason: "statistics of the last weeks", isEmptied: true },
  { table: "request_span", reason: "statistics of the last days", isEmptied: true },
  { table: "request_sample", reason: "a log of the last days", isEmptied: true },
  { table: "lease", reason: "of running processes" },
  { table: "process", reason: "of running processes" },
  { table: "rpc_rate", reason: "measured again" },
  { table: "endpoint_limit", reason: "learned again from the nodes" },
  { table: "endpoint_version", reason: "learned again from the nodes" },
  { table: "kept_partition", reason: "ranges of this database's own tables" },
  { table: "kysely_migration", reason: "the backup's header names the schema" },
  { table: "kysely_migration_lock", reason: "the lock of a migration that runs" },
];

const kept = new Set(KEPT_TABLES.map(({ table }) => table));

/** Every other table: a test compares both lists with the schema. */
export const LEFT_TABLES: readonly LeftTable[] = [
  ...INDEX_TABLES.filter((table) => !kept.has(table)).map((table) => ({ table, reason: FROM_CHAINS })),
  ...PASSING,
];
