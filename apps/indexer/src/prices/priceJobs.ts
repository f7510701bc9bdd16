import { syncExchangeRates } from "./currencies/syncExchangeRates.ts";
import { backfillOwnerPrices } from "./history/backfillOwnerPrices.ts";
import { backfillPrices } from "./history/backfillPrices.ts";
import type { HttpPriceSettings } from "./http/httpPriceSettings.ts";
import { syncHttpPrices } from "./http/syncHttpPrices.ts";
import { syncPricePoints } from "./history/syncPricePoints.ts";
import type { SideJob } from "../sideWork.ts";

export interface PriceJobSettings {
  /** Number of days before the index's first block for which prices are read. */
  days: number;
  /** An operator's own source; undefined: none. */
  http: HttpPriceSettings | undefined;
}

/** Side jobs for prices. */
export const createPriceJobs = ({ days, http }: PriceJobSettings): SideJob[] => [
  (work) => syncPricePoints(work),
  (work) => backfillPrices({ ...work, days }),
  (work) => backfillOwnerPrices({ ...work, days }),
  (work) => syncExchangeRates(work),
  ...(http === undefined ? [] : ([(work) => syncHttpPrices({ ...work, settings: http })] satisfies SideJob[])),
];
