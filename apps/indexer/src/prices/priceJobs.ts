import { backfillPrices } from "./history/backfillPrices.ts";
import type { HttpPriceSettings } from "./http/httpPriceSettings.ts";
import { keepHttpPrices } from "./http/keepHttpPrices.ts";
import { keepPricePoints } from "./history/keepPricePoints.ts";
import type { SideJob } from "../sideWork.ts";

export interface PriceJobSettings {
  /** For how many days before the index's first block prices are read. */
  days: number;
  /** An operator's own source; undefined: none. */
  http: HttpPriceSettings | undefined;
}

/** What is done for prices beside the blocks. */
export const createPriceJobs = ({ days, http }: PriceJobSettings): SideJob[] => [
  (work) => keepPricePoints(work),
  (work) => backfillPrices({ ...work, days }),
  ...(http === undefined ? [] : ([(work) => keepHttpPrices({ ...work, settings: http })] satisfies SideJob[])),
];
