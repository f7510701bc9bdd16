import { ServiceError } from "@portico/server";
import pLimit, { type LimitFunction } from "p-limit";

/** Of one visitor. */
export interface QueueSize {
  readonly atOnce: number;
  readonly waitingMost: number;
}

/** Runs work when it is the visitor's turn. Rejects with ServiceError rate_limited when too much waits already. */
export type Queues = <T>(visitor: string, work: () => Promise<T>) => Promise<T>;

/** Visitors wait for themselves, so that one who asks much at once takes nothing from the others. Of this process alone. */
export function createQueues({ atOnce, waitingMost }: QueueSize): Queues {
  const queues = new Map<string, LimitFunction>();
  return async (visitor, work) => {
    const queue = queues.get(visitor) ?? pLimit(atOnce);
    if (queue.pendingCount >= waitingMost) throw tooMany();
    queues.set(visitor, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(visitor);
    }
  };
}

const tooMany = (): ServiceError =>
  new ServiceError("rate_limited", "Too many questions of this address wait already", {
    headers: { "Retry-After": "1" },
  });
