import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** Who pays for calls. Never deleted. */
export type AccountTable = {
  /** Units that no lease holds. Only the statements of unitLedger.ts and unitLeases.ts change it. */
  balance: ColumnType<bigint, never, never>;
  created_at: Generated<Date>;
  is_disabled: Generated<boolean>;
  is_operator: Generated<boolean>;
  id: string;
  name: string;
  /** Who signs in to it: a subject (subject.ts). */
  owner: Bytea | null;
};

/** Every unit that was ever given or taken back. Append-only, by a trigger. */
export type UnitLedgerTable = {
  id: ColumnType<bigint, never, never>;
  amount: bigint;
  created_at: Generated<Date>;
  account_id: string;
  reason: string;
  /** Who did it: an account's id, or what stands for the operator. */
  actor: string;
  /** What makes a repetition harmless: an account has each once. */
  reference: string | null;
};

/** Units that a process may spend without asking: `amount - spent` of them. Both only concern what was reported. */
export type UnitLeaseTable = {
  id: string;
  amount: bigint;
  spent: bigint;
  /** The number of the last report: none counts twice. */
  seq: bigint;
  /** By the database's clock. */
  expires_at: Date;
  account_id: string;
  process: string;
};

/** What was used. */
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

/** Prices that differ from the contract's. */
export type UnitPriceTable = {
  updated_at: Generated<Date>;
  units: number;
  operation: string;
  updated_by: string;
};

export type AccountDatabase = {
  account: AccountTable;
  unit_ledger: UnitLedgerTable;
  unit_lease: UnitLeaseTable;
  unit_usage: UnitUsageTable;
  unit_price: UnitPriceTable;
};
