import type { Address } from "viem";
import { coinRulesOf } from "./coinRules.ts";
import rows from "./feeCollectors.json" with { type: "json" };

interface Row {
  chain?: string;
  stack?: string;
  addresses: readonly string[] | null;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- feeCollectors.test.ts checks every row
const table = rows as readonly Row[];

/**
 * Accounts that a chain credits with fees without a transfer, besides the recipient in a block's header (`miner`); null
 * if not all are known, or if it credits others as well. With sources: feeCollectors.json. A chain without a row has
 * none.
 */
export function feeCollectorsOf(chain: string): readonly Address[] | null {
  const { stack } = coinRulesOf(chain);
  const row =
    table.find((one) => one.chain === chain) ?? table.find((one) => one.stack !== undefined && one.stack === stack);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- feeCollectors.test.ts checks every row
  return row === undefined ? [] : (row.addresses as readonly Address[] | null);
}
