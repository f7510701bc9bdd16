import { MeteringUnavailable, UnitsExhausted } from "./errors.ts";
import { count, isAlive, isRefused, leftOf } from "./holding.ts";
import type { Holding } from "./holding.ts";
import { refill } from "./settle.ts";
import type { SettleOptions } from "./settle.ts";
import { takeTurns } from "./takeTurns.ts";

export type ChargeInput = {
  accountId: string;
  /** Of an access key or an OAuth client. */
  keyId: string;
  operation: string;
  /** A positive integer. */
  units: number;
};

export interface Charge {
  /** Units that it took; 0 once it is refunded. */
  readonly units: number;
  /** Refunds the charge; a second call has no effect. */
  readonly refund: () => void;
}

export interface SpenderOptions {
  readonly settling: SettleOptions;
  readonly holdingOf: (accountId: string) => Holding;
  readonly dayOf: () => string;
  readonly isClosed: () => boolean;
  readonly onCharge?: ((operation: string, units: number) => void) | undefined;
  readonly onRefillError: (error: unknown) => void;
}

/** Charges from the holding, and refills it when it is not enough. */
export function createSpender({ settling, holdingOf, dayOf, isClosed, onCharge, onRefillError }: SpenderOptions) {
  /** One at a time: callers that come during a refill wait for it, then check again. */
  const startRefill = (holding: Holding, units: number): Promise<void> => {
    holding.refill = takeTurns([holding], () => refill(settling, holding, units))
      .catch((error: unknown) => {
        onRefillError(error);
        throw new MeteringUnavailable(error);
      })
      .finally(() => {
        holding.refill = undefined;
      });
    return holding.refill;
  };
  /** Refills ahead of need; if it fails, the next call reports the error. */
  const refillSoon = (holding: Holding): void => {
    const isLow = leftOf(holding) < holding.low && holding.refill === undefined;
    if (isLow && !isClosed()) startRefill(holding, 0).catch(() => undefined);
  };
  /** @returns undefined if the holding is not enough. */
  const spend = (holding: Holding, { accountId, keyId, operation, units }: ChargeInput): Charge | undefined => {
    if (leftOf(holding) < units || !isAlive(holding)) return undefined;
    const delta = { day: dayOf(), keyId, operation, units, calls: 1 };
    count(holding, delta);
    holding.usedAt = performance.now();
    holding.rate.units += units;
    refillSoon(holding);
    onCharge?.(operation, units);
    return createCharge(units, () => {
      count(holdingOf(accountId), { ...delta, units: -units, calls: -1 });
      onCharge?.(operation, -units);
    });
  };
  const spendLater = async (holding: Holding, input: ChargeInput): Promise<Charge> => {
    holding.wantedUnits += input.units;
    try {
      while (!isClosed()) {
        if (isRefused(holding, input.units)) throw new UnitsExhausted();
        await (holding.refill ?? startRefill(holding, input.units));
        const charge = spend(holding, input);
        if (charge !== undefined) return charge;
      }
    } finally {
      holding.wantedUnits -= input.units;
    }
    throw new MeteringUnavailable();
  };
  return { spend, spendLater };
}

function createCharge(units: number, takeBack: () => void): Charge {
  let isRefunded = false;
  return {
    get units() {
      return isRefunded ? 0 : units;
    },
    refund: () => {
      if (!isRefunded) takeBack();
      isRefunded = true;
    },
  };
}
