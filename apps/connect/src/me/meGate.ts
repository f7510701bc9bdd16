import { addressKey } from "@portico/server";
import { requestContextOf } from "@portico/server/telemetry";
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
  /** Records an answered request of an application that has an account, as the data API does those of its keys. */
  readonly record: (exchange: MeExchange, durationMs: number) => void;
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
    record({ bearer, charge, operation, res }, durationMs) {
      const accountId = bearer?.accountId ?? null;
      if (bearer === undefined || accountId === null || operation === undefined || !res.headersSent) return;
      meter.recordRequest({
        id: String(res.locals["requestId"]),
        accountId,
        keyId: bearer.clientId,
        operation: operation.operationId,
        status: res.statusCode,
        code: requestContextOf(res).problem,
        units: charge?.units ?? 0,
        durationMs,
        isStream: false,
      });
    },
  };
}

function setRateHeaders({ req }: MeExchange, state: RateState): void {
  req.res?.set(rateHeaders(state));
  assertWithin(state);
}
