import { addressKey } from "@portico/server";
import {
  assertWithin,
  chargePrice,
  type Meter,
  rateHeaders,
  type RateLimits,
  type RateState,
  type StoredPrices,
} from "@portico/metering";
import type { MeExchange } from "./exchange.ts";

export interface Metering {
  readonly meter: Meter;
  readonly prices: Pick<StoredPrices, "priceOf">;
  readonly rates: RateLimits;
}

/** Checks of the user data endpoints besides the token. */
export interface MeGate {
  /** Counts the IP address, before a token is looked up. @throws ServiceError rate_limited */
  readonly countAddress: (exchange: MeExchange) => Promise<void>;
  /** Counts the token's application. @throws ServiceError rate_limited */
  readonly countClient: (exchange: MeExchange) => Promise<void>;
  /** Charges the application's account, if it has one. @throws like Meter.charge */
  readonly charge: (exchange: MeExchange, operation: string) => Promise<void>;
}

export function createMeGate({ meter, prices, rates }: Metering): MeGate {
  return {
    countAddress: async (exchange) =>
      setRateHeaders(exchange, await rates.take("address", addressKey(exchange.req.ip))),
    countClient: async (exchange) =>
      setRateHeaders(exchange, await rates.take("default", exchange.bearer?.clientId ?? "")),
    async charge(exchange, operation) {
      const { accountId = null, clientId: keyId = "" } = exchange.bearer ?? {};
      const charge = chargePrice({ meter, prices }, { accountId, keyId, operation });
      exchange.charge = charge instanceof Promise ? await charge : charge;
    },
  };
}

function setRateHeaders({ req }: MeExchange, state: RateState): void {
  req.res?.set(rateHeaders(state));
  assertWithin(state);
}
