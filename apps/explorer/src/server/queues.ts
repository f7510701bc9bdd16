import { ServiceError } from "@portico/server";
import pLimit, { type LimitFunction } from "p-limit";

/** Per visitor. */
export interface QueueSize {
  readonly atOnce: number;
  readonly maxWaiting: number;
}

/** Runs work when it is the visitor's turn. Rejects with ServiceError rate_limited if too much is queued already. */
export type Queues = <T>(visitor: string, work: () => Promise<T>) => Promise<T>;

/** A queue per visitor, so that many concurrent requests of one visitor don't delay the others. Per process. */
export function createQueues({ atOnce, maxWaiting }: QueueSize): Queues {
  const queues = new Map<string, LimitFunction>();
  return async (visitor, work) => {
    const queue = queues.get(visitor) ?? pLimit(atOnce);
    if (queue.pendingCount >= maxWaiting) throw tooMany();
    queues.set(visitor, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(visitor);
    }
  };
}

const tooMany = (): ServiceError =>
  new ServiceError("rate_limited", "Too many requests from this IP address are waiting", {
    headers: { "Retry-After": "1" },
  });
