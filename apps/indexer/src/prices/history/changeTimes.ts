import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import { GRACE_SECONDS, WINDOW_SECONDS } from "../evaluation/priceRules.ts";

/** When prices can change: within a window after an observation, and when a feed's answer expires. */
export interface ChangeTimes {
  note(observation: PriceObservation): void;
  /** Whether prices at a time equal those of an earlier one, given the time of the last observation. */
  isQuiet(from: number, until: number, lastObservedAt: number): boolean;
}

/** @param others - Other times at which prices change. */
export function createChangeTimes(
  sources: readonly PriceSource[],
  metadata: PriceMetadata,
  others: readonly number[] = [],
): ChangeTimes {
  const heartbeats = Map.groupBy(Object.values(metadata.feeds), ({ feed }) => feed);
  const ages = new Map<Address, number[]>();
  for (const { address, kind, feed } of sources) {
    const rows = kind === "feed" && feed !== null ? (heartbeats.get(feed) ?? []) : [];
    ages.set(address, [0, ...new Set(rows.map(({ heartbeatSeconds }) => heartbeatSeconds + GRACE_SECONDS))]);
  }
  const ends = new Map<Address, number[]>();
  return {
    note({ address, raw1 }) {
      const known = ages.get(address);
      if (known === undefined || known.length < 2 || raw1 === null) return;
      ends.set(
        address,
        known.map((age) => Number(raw1) + age),
      );
    },
    isQuiet(from, until, lastObservedAt) {
      if (lastObservedAt > from - WINDOW_SECONDS) return false;
      const isBetween = (time: number): boolean => time >= from && time <= until;
      return !others.some(isBetween) && !ends.values().some((times) => times.some(isBetween));
    },
  };
}
