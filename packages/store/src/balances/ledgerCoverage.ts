import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ALWAYS, insertFeeRecipients } from "../chains/feeRecipients.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

export interface LedgerCoverage {
  /** Whether all logs are searched for owners. */
  hasAllLogs: boolean;
  /** Whether all movements of the native coin are legs. */
  hasAllCoins: boolean;
  /** Accounts that are credited with fees in every block, besides the headers' recipients. */
  feeCollectors: readonly Address[];
}

/** Notes from which block on the ledgers are covered, before any block of a run is stored. */
export async function noteLedgerCoverage(
  db: Store,
  chain: string,
  { hasAllLogs, hasAllCoins, feeCollectors }: LedgerCoverage,
): Promise<void> {
  await insertFeeRecipients(
    db,
    chain,
    feeCollectors.map((owner) => ({ owner, span: ALWAYS })),
  );
  const since = (column: string, isCovered: boolean): RawBuilder<unknown> =>
    sql`case when ${isCovered}::boolean then coalesce(${sql.ref(column)}, logs_block, start_block - 1) end`;
  await sql`
    update chain_state set all_logs_since = ${since("all_logs_since", hasAllLogs)},
      all_coins_since = ${since("all_coins_since", hasAllCoins)}
    where chain = ${chain}`.execute(db);
}
