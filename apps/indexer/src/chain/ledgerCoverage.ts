import { coinRulesOf, feeCollectorsOf } from "@portico/evm";
import type { LedgerCoverage } from "@portico/store";
import type { Coverage } from "../source/coverage.ts";

/**
 * Which ledgers can be checked with what a chain's node gives. Those of tokens need all logs, which only receipts give;
 * that of the coin needs fees, internal transfers, and the accounts that fees go to.
 */
export function toLedgerCoverage(
  chain: string,
  { receipts, traces }: Pick<Coverage, "receipts" | "traces">,
): LedgerCoverage {
  const collectors = feeCollectorsOf(chain);
  const hasAllLogs = receipts !== undefined;
  const hasMoves = traces !== undefined || coinRulesOf(chain).mirror === "complete";
  return { hasAllLogs, hasAllCoins: hasAllLogs && hasMoves && collectors !== null, feeCollectors: collectors ?? [] };
}
