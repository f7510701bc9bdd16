import { setTimeout as sleep } from "node:timers/promises";
import type { CallRates } from "./callRates.ts";

/** Holds calls back until an endpoint may be called. */
export interface RateGate {
  /** Waits until so many calls may be sent. */
  pass(calls: number): Promise<void>;
  /** After a refusal of calls that were sent then, by performance.now(). */
  slowDown(sentAt: number): Promise<void>;
  /** How many calls may go at once. */
  most(): number;
}

interface GateOptions {
  /** Stands for the endpoint. */
  key: string;
  rates: CallRates;
  maxRps: number | undefined;
  /** Calls are counted, but sent at once. */
  isUrgent: boolean | undefined;
}

const SECOND_MS = 1_000;

export function createRateGate({ key, rates, maxRps, isUrgent = false }: GateOptions): RateGate {
  let isLimited = true; // others may have been limited before this process began
  let rate = maxRps;
  let sent: { at: number; calls: number }[] = [];
  const note = (calls: number): void => {
    const now = performance.now();
    sent = [...sent.filter(({ at }) => at > now - SECOND_MS), { at: now, calls }];
  };
  return {
    async pass(calls) {
      if (isLimited || maxRps !== undefined) {
        const reserved = await rates.reserve(key, calls, { maxRps });
        rate = reserved.rate;
        isLimited = rate !== undefined;
        if (reserved.waitMs > 0 && !isUrgent) await sleep(reserved.waitMs);
      }
      note(calls);
    },
    async slowDown(sentAt) {
      isLimited = true;
      const sentRps = sent.reduce((sum, { calls }) => sum + calls, 0);
      await rates.halve(key, { maxRps, ageMs: performance.now() - sentAt, sentRps });
    },
    most: () => Math.max(1, Math.floor(rate ?? Number.POSITIVE_INFINITY)),
  };
}
