import type { ColumnType, Generated } from "kysely";
import type { AlertDatabase } from "../alerts/alertSchema.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { RequestDatabase } from "../requests/requestSchema.ts";
import type { UnitRequestTable } from "../unitRequests/unitRequestSchema.ts";

/** Accounts that are charged. Never deleted. */
export type AccountTable = {
  /** Units that are not leased. Changed only by statements of unitLedger.ts and unitLeases.ts. */
  balance: ColumnType<bigint, never, never>;
  created_at: Generated<Date>;
  is_disabled: Generated<boolean>;
  is_operator: Generated<boolean>;
  id: string;
  name: string;
  /** The subject that signs in to it (subject.ts). */
  owner: Bytea | null;
};

/** All grants and withdrawals of units. Append-only, by a trigger. */
export type UnitLedgerTable = {
  id: ColumnType<bigint, never, never>;
  amount: bigint;
  created_at: Generated<Date>;
  account_id: string;
  reason: string;
  /** Who did it: an account's id, or a name for the operator. */
  actor: string;
  /** Makes repetitions idempotent: unique per account. */
  reference: string | null;
};

/** Units that a process may spend without a query: `amount - spent` of them. Both as of the last report. */
export type UnitLeaseTable = {
  id: string;
  amount: bigint;
  spent: bigint;
  /** Number of the last report: each counts once. */
  seq: bigint;
  /** By the database's clock. */
  expires_at: Date;
  account_id: string;
  process: string;
};

/** Use of units. */
export type UnitUsageTable = {
  units: bigint;
  calls: bigint;
  /** UTC. */
  day: Date;
  account_id: string;
  /** Of an access key, or of an OAuth client. */
  key_id: string;
  operation: string;
};

/** Overrides of the contract's prices. */
export type UnitPriceTable = {
  updated_at: Generated<Date>;
  units: number;
  operation: string;
  updated_by: string;
};

export type AccountDatabase = AlertDatabase &
  RequestDatabase & {
    account: AccountTable;
    unit_ledger: UnitLedgerTable;
    unit_lease: UnitLeaseTable;
    unit_usage: UnitUsageTable;
    unit_price: UnitPriceTable;
    unit_request: UnitRequestTable;
  };
