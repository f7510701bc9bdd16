import type { Request } from "express";
import { addressKey } from "@portico/server";
import { requestContextOf } from "@portico/server/telemetry";
import {
  assertWithin,
  chargePrice,
  refusedBodyPoints,
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

type GatedRequest = Pick<Exchange, "accessKey" | "charge" | "chargedUnits" | "findUnits" | "rate" | "req">;
type AnsweredRequest = Pick<Exchange, "accessKey" | "charge" | "chargedUnits" | "operation" | "requestId" | "res">;

export interface GateOptions {
  readonly keys: AccessKeyCheck;
  readonly rates: RateLimits;
  readonly meter: Meter;
  readonly prices: Pick<StoredPrices, "priceOf">;
}

/** Checks between a request and an operation that requires a key. */
export interface Gate {
  /**
   * Notes a request's key. @throws ServiceError access_key_…, invalid_account; rate_limited for too many invalid keys
   */
  readonly authenticate: (exchange: GatedRequest) => Promise<void>;
  /** Notes the state of the limits for a request's key. @throws ServiceError key_not_allowed, rate_limited */
  readonly limit: (exchange: GatedRequest, operationId: string) => Promise<void>;
  /**
   * Lets the body of a request, which has come, be parsed: its account can pay, and earlier bodies of its key were not
   * refused so often that the limit is reached. @throws as limit and charge do
   * @param options.keepsCharge - Whether the call stays charged once; otherwise its handler charges it.
   */
  readonly admitBody: (
    exchange: GatedRequest,
    operationId: string,
    options: { readonly keepsCharge: boolean },
  ) => Promise<void>;
  /** Counts a refused request by the length of its body, against the limits of its key and its IP address. */
  readonly countRefused: (exchange: GatedRequest, bodyLength: number) => Promise<void>;
  /** Whether an authenticated request's key is still valid and permitted for its operation. */
  readonly isStillAllowed: (exchange: Pick<Exchange, "operation" | "req">) => Promise<boolean>;
  /** Charges the key's account, if it has one, the operation's price `times` times. @throws like Meter.charge */
  readonly charge: (exchange: GatedRequest, operationId: string, times?: number) => Promise<void>;
  /** Records a request of an account that was answered, or is being answered as a stream. */
  readonly record: (exchange: AnsweredRequest, durationMs: number) => void;
}

export function createGate({ keys, rates, meter, prices }: GateOptions): Gate {
  const note = (exchange: GatedRequest, state: RateState) => {
    exchange.rate = state;
    assertWithin(state);
  };
  const charge: Gate["charge"] = async (exchange, operation, times) => {
    const { id: keyId = "", accountId = null } = exchange.accessKey ?? {};
    const priced = { accountId, keyId, operation, ...(times !== undefined && { times }) };
    const made = chargePrice({ meter, prices }, priced);
    const next = made instanceof Promise ? await made : made;
    exchange.chargedUnits += exchange.charge?.units ?? 0;
    exchange.charge = next;
  };
  return {
    async authenticate(exchange) {
      const address = addressKey((exchange.req as Request).ip ?? "");
      const key = await findKey(exchange, { keys, rates, address, note });
      exchange.accessKey = key;
      const { accountId } = key;
      if (accountId !== null) exchange.findUnits = () => meter.findUnits(accountId);
    },
    async limit(exchange, operationId) {
      const { accessKey: key } = exchange;
      if (key === undefined) throw new TypeError("A request must be authenticated before it is rate-limited");
      const ip = (exchange.req as Request).ip ?? "";
      if (!key.isUnlimited) note(exchange, await rates.take("address", addressKey(ip)));
      assertAllowed(key, { ip, operationId });
      note(exchange, key.isUnlimited ? UNLIMITED_STATE : await rates.take("default", key.id, key.ratePerSecond));
      meter.recordKeyUse(key.id);
    },
    async admitBody(exchange, operationId, { keepsCharge }) {
      const { accessKey: key } = exchange;
      if (key?.isUnlimited === false) note(exchange, await rates.take("default", key.id, key.ratePerSecond, 0));
      await charge(exchange, operationId);
      if (!keepsCharge) exchange.charge?.refund();
    },
    async countRefused({ accessKey: key, req }, bodyLength) {
      const points = refusedBodyPoints(bodyLength);
      if (key === undefined || key.isUnlimited || points === 0) return;
      await rates.take("default", key.id, key.ratePerSecond, points);
      await rates.take("address", addressKey((req as Request).ip), undefined, points);
    },
    async isStillAllowed({ operation, req }) {
      try {
        const key = await keys.check(req.headers["accesskey"]?.toString());
        assertAllowed(key, { ip: (req as Request).ip ?? "", operationId: operation?.operationId ?? "" });
        return true;
      } catch (error) {
        if (error instanceof ServiceError) return false;
        throw error;
      }
    },
    charge,
    record: ({ accessKey, operation, res, requestId: id, charge: last, chargedUnits }, durationMs) => {
      const accountId = accessKey?.accountId ?? null;
      if (accessKey === undefined || accountId === null || operation === undefined || !res.headersSent) return;
      const units = chargedUnits + (last?.units ?? 0);
      const { operationId } = operation;
      const request = { id, accountId, keyId: accessKey.id, operation: operationId, status: res.statusCode, units };
      const code = requestContextOf(res).problem;
      meter.recordRequest({ ...request, code, durationMs, isStream: isStream(operation) });
    },
  };
}

const isStream = ({ responses }: NonNullable<Exchange["operation"]>): boolean =>
  responses?.["200"]?.content?.["text/event-stream"] !== undefined;

interface Search extends Pick<GateOptions, "keys" | "rates"> {
  readonly address: string;
  readonly note: (exchange: GatedRequest, state: RateState) => void;
}

/** An address that sends too many requests with invalid keys, or none, is rejected without a look-up. */
async function findKey(exchange: GatedRequest, { keys, rates, address, note }: Search): Promise<AccessKey> {
  const text = exchange.req.headers["accesskey"]?.toString();
  if (text === undefined) note(exchange, await rates.take("address", address));
  const countRefused = async () => note(exchange, await rates.take("refused", address));
  try {
    const key = await keys.check(text, countRefused);
    if (exchange.rate !== undefined) await rates.giveBack("refused", address); // it was looked up, and is valid
    return key;
  } catch (error) {
    if (exchange.rate === undefined && error instanceof ServiceError) await countRefused();
    throw error;
  }
}
