import type { Meter } from "./createMeter.ts";
import type { Charge } from "./createSpender.ts";
import type { Prices } from "./prices.ts";

export interface PricedCall {
  /** Null when nobody pays. */
  readonly accountId: string | null;
  readonly keyId: string;
  readonly operation: string;
  /** How often the price is paid; 1 when left out. */
  readonly times?: number;
}

/**
 * Charges a call its price.
 * @returns undefined when it is free, or nobody pays; a promise only when units must be leased first.
 * @throws as Meter.charge does
 */
export function chargePrice(
  { meter, prices }: { meter: Meter; prices: Pick<Prices, "priceOf"> },
  { accountId, keyId, operation, times = 1 }: PricedCall,
): Charge | Promise<Charge> | undefined {
  const units = accountId === null ? 0 : prices.priceOf(operation) * times;
  return accountId === null || units === 0 ? undefined : meter.charge({ accountId, keyId, operation, units });
}
