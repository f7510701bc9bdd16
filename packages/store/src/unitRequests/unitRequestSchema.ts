import type { Generated } from "kysely";

/** What an account asked the operator for in units. Of an account, one at most is not decided. */
export type UnitRequestTable = {
  units: bigint;
  /** Null: none; it waits, or is declined. */
  granted_units: bigint | null;
  created_at: Generated<Date>;
  /** Null: it waits. */
  decided_at: Date | null;
  id: string;
  account_id: string;
  reason: string;
  answer: string | null;
  decided_by: string | null;
};
