import { setTimeout as sleep } from "node:timers/promises";
import type { Rpc } from "@portico/evm";

/** Limits the requests of a side job to a share of the rate that the node is known to allow. */
export interface RequestBudget {
  /** Counts its requests. */
  rpc: Rpc;
  /** Requests so far. */
  count(): number;
  /** Waits until the requests since the last wait are within the limit. */
  wait(signal: AbortSignal): Promise<void>;
}

const SHARE = 0.1;
/** Also of a node without a known limit, requests per second. */
const MAX_RATE = 5;

/** @param maxRate - Requests per second. */
export function createRequestBudget(rpc: Rpc, maxRate = MAX_RATE): RequestBudget {
  let requests = 0;
  let waited = { requests, at: performance.now() };
  const send: Rpc["send"] = (request) => {
    requests++;
    return rpc.send(request);
  };
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same client, apart from `send`
    rpc: Object.assign(Object.create(rpc) as Rpc, { send }),
    count: () => requests,
    async wait(signal) {
      const { rate } = await rpc.readLimits();
      const perSecond = Math.min(maxRate, rate === undefined ? maxRate : rate * SHARE);
      const dueAt = waited.at + ((requests - waited.requests) / perSecond) * 1_000;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      waited = { requests, at: performance.now() };
    },
  };
}
