import type { Meter } from "./createMeter.ts";
import type { Charge } from "./createSpender.ts";
import type { Prices } from "./prices.ts";

export interface PricedCall {
  /** Null if the call is free of charge for its caller. */
  readonly accountId: string | null;
  readonly keyId: string;
  readonly operation: string;
  /** How often the price is charged; default 1. */
  readonly times?: number;
}

/**
 * Charges a call its price.
 * @returns undefined if it is free or has no account; a promise only if units must be leased first.
 * @throws like Meter.charge
 */
export function chargePrice(
  { meter, prices }: { meter: Meter; prices: Pick<Prices, "priceOf"> },
  { accountId, keyId, operation, times = 1 }: PricedCall,
): Charge | Promise<Charge> | undefined {
  const units = accountId === null ? 0 : prices.priceOf(operation) * times;
  return accountId === null || units === 0 ? undefined : meter.charge({ accountId, keyId, operation, units });
}
