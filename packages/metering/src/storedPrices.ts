import { listUnitPrices } from "@portico/store";
import type { Store } from "@portico/store";
import { CONTRACT_PRICES, isPriced } from "./contractPrices.ts";
import { createPrices } from "./prices.ts";
import type { PriceTable, Prices } from "./prices.ts";
import type { MeterLog } from "./meterLog.ts";

const RETRY_MS = 1_000;

export interface StoredPrices extends Pick<Prices, "priceOf"> {
  /** Reads the database's prices again: the listener of UNIT_PRICE_CHANNEL. */
  readonly onNotify: () => void;
  /** Resolves when pending changes were read. */
  readonly ready: () => Promise<void>;
  readonly stop: () => void;
}

export interface StoredPricesOptions {
  readonly db: Store;
  /** From this server's settings. */
  readonly overrides?: PriceTable | undefined;
  readonly log: MeterLog;
}

/**
 * The contract's prices, overridden by the settings, overridden by the database. @throws RangeError like createPrices
 */
export function createStoredPrices({ db, overrides = {}, log }: StoredPricesOptions): StoredPrices {
  const settings = createPrices({ table: CONTRACT_PRICES, overrides });
  const prices = createPrices({ table: settings.list() });
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;
  const read = async () => {
    const stored = (await listUnitPrices(db)).filter(({ operation }) => isPriced(operation));
    prices.setOverrides(Object.fromEntries(stored.map((row) => [row.operation, row.units])));
  };
  const onNotify = () => {
    clearTimeout(retry);
    if (isStopped) return;
    reading = reading.then(read).catch((err: unknown) => {
      if (isStopped) return;
      log.warn({ err }, "reading prices failed: retrying");
      retry = setTimeout(onNotify, RETRY_MS).unref();
    });
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(retry);
  };
  return { priceOf: prices.priceOf, onNotify, ready: () => reading, stop };
}
