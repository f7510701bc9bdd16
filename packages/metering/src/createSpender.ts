import { MeteringUnavailable, UnitsExhausted } from "./errors.ts";
import { count, isAlive, isRefused, leftOf } from "./holding.ts";
import type { Holding } from "./holding.ts";
import { refill } from "./settle.ts";
import type { SettleOptions } from "./settle.ts";
import { takeTurns } from "./takeTurns.ts";

export type ChargeInput = {
  accountId: string;
  /** Of an access key, or of an OAuth client. */
  keyId: string;
  operation: string;
  /** A whole number from 1. */
  units: number;
};

export interface Charge {
  /** Takes it back; a second time changes nothing. */
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

/** Charges from what is held, and gets more when that is not enough. */
export function createSpender({ settling, holdingOf, dayOf, isClosed, onCharge, onRefillError }: SpenderOptions) {
  /** One at a time: who comes while it is under way waits for it, and then looks again. */
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
  /** So that the next call need not wait; when it fails, the next call says so. */
  const refillSoon = (holding: Holding): void => {
    const isLow = leftOf(holding) < holding.low && holding.refill === undefined;
    if (isLow && !isClosed()) startRefill(holding, 0).catch(() => undefined);
  };
  /** @returns undefined when there is not enough at hand. */
  const spend = (holding: Holding, { accountId, keyId, operation, units }: ChargeInput): Charge | undefined => {
    if (leftOf(holding) < units || !isAlive(holding)) return undefined;
    const delta = { day: dayOf(), keyId, operation, units, calls: 1 };
    count(holding, delta);
    holding.usedAt = performance.now();
    holding.rate.units += units;
    refillSoon(holding);
    onCharge?.(operation, units);
    return createCharge(() => {
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

function createCharge(takeBack: () => void): Charge {
  let isRefunded = false;
  const refund = () => {
    if (!isRefunded) takeBack();
    isRefunded = true;
  };
  return { refund };
}
