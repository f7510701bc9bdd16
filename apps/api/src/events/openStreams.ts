import { ServiceError } from "../errors.ts";

/** Of one key, in one process. */
const STREAMS_MAX = 100;

/** Counts the open streams of each key. */
export interface OpenStreams {
  /** @returns what counts the stream as closed. @throws ServiceError rate_limited */
  readonly add: (keyId: string) => () => void;
  /** Of all keys. */
  readonly count: () => number;
}

export function createOpenStreams(max: number = STREAMS_MAX): OpenStreams {
  const counts = new Map<string, number>();
  return {
    count: () => counts.values().reduce((sum, count) => sum + count, 0),
    add(keyId) {
      const count = counts.get(keyId) ?? 0;
      if (count >= max)
        throw new ServiceError("rate_limited", `This key has ${max} open streams: close one first`, {
          headers: { "Retry-After": "10" },
        });
      counts.set(keyId, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (counts.get(keyId) ?? 1) - 1;
        if (left === 0) counts.delete(keyId);
        else counts.set(keyId, left);
      };
    },
  };
}
