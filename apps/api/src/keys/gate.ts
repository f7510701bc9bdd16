import type { Request } from "express";
import { addressKey } from "@portico/http";
import {
  assertWithin,
  chargePrice,
  UNLIMITED_STATE,
  type Meter,
  type RateLimits,
  type RateState,
  type StoredPrices,
} from "@portico/metering";
import type { AccessKey } from "@portico/store";
import { ServiceError } from "../errors.ts";
import type { Exchange } from "../http/exchange.ts";
import type { AccessKeyCheck } from "./accessKeyCheck.ts";
import { assertAllowed } from "./assertAllowed.ts";

type Asking = Pick<Exchange, "accessKey" | "charge" | "findUnits" | "rate" | "req">;

export interface GateOptions {
  readonly keys: AccessKeyCheck;
  readonly rates: RateLimits;
  readonly meter: Meter;
  readonly prices: Pick<StoredPrices, "priceOf">;
}

/** What stands between a request and an operation that wants a key. */
export interface Gate {
  /**
   * Notes a request's key and where it stands with the limits, and lets it in.
   * @throws ServiceError access_key_…, key_not_allowed, invalid_account, rate_limited
   */
  readonly admit: (exchange: Asking, operationId: string) => Promise<void>;
  /** Charges the key's account, if it has one, the operation's price so many times. @throws as Meter.charge does */
  readonly charge: (exchange: Asking, operationId: string, times?: number) => Promise<void>;
}

export function createGate({ keys, rates, meter, prices }: GateOptions): Gate {
  const note = (exchange: Asking, state: RateState) => {
    exchange.rate = state;
    assertWithin(state);
  };
  return {
    async admit(exchange, operationId) {
      const ip = (exchange.req as Request).ip ?? "";
      const address = addressKey(ip);
      const key = await findKey(exchange, { keys, rates, address, note });
      exchange.accessKey = key;
      const { accountId } = key;
      if (accountId !== null) exchange.findUnits = () => meter.findUnits(accountId);
      if (!key.isUnlimited) note(exchange, await rates.take("address", address));
      assertAllowed(key, { ip, operationId });
      note(exchange, key.isUnlimited ? UNLIMITED_STATE : await rates.take("default", key.id, key.ratePerSecond));
      meter.touchKey(key.id);
    },
    async charge(exchange, operation, times) {
      const { id: keyId = "", accountId = null } = exchange.accessKey ?? {};
      const charge = chargePrice(
        { meter, prices },
        { accountId, keyId, operation, ...(times !== undefined && { times }) },
      );
      exchange.charge = charge instanceof Promise ? await charge : charge;
    },
  };
}

interface Search extends Pick<GateOptions, "keys" | "rates"> {
  readonly address: string;
  readonly note: (exchange: Asking, state: RateState) => void;
}

/** An address that sends too many keys of which none works, or nothing at all, is not listened to: then nothing is looked up. */
async function findKey(exchange: Asking, { keys, rates, address, note }: Search): Promise<AccessKey> {
  const text = exchange.req.headers["accesskey"]?.toString();
  if (text === undefined) note(exchange, await rates.take("address", address));
  const countRefused = async () => note(exchange, await rates.take("refused", address));
  try {
    const key = await keys.check(text, countRefused);
    if (exchange.rate !== undefined) await rates.giveBack("refused", address); // it was looked up, and is good
    return key;
  } catch (error) {
    if (exchange.rate === undefined && error instanceof ServiceError) await countRefused();
    throw error;
  }
}
