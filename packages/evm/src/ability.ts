import type { Rpc } from "./rpc.ts";

/**
 * Observed capabilities of RPCs. A missing one is retried after a while: another of the RPC's URLs may have it, or gain
 * it.
 */
export interface Ability {
  isKnown(rpc: Rpc): boolean;
  /** Each call counts towards the retry. */
  isMissing(rpc: Rpc): boolean;
  markKnown(rpc: Rpc): void;
  /** Has no effect if the RPC has shown the capability before. */
  miss(rpc: Rpc): void;
}

const TRIED_AGAIN_AFTER = 1_000;

export function createAbility(): Ability {
  const able = new WeakSet<Rpc>();
  const unable = new WeakMap<Rpc, number>();
  return {
    isKnown: (rpc) => able.has(rpc),
    isMissing(rpc) {
      const left = able.has(rpc) ? undefined : unable.get(rpc);
      if (left === undefined) return false;
      unable.set(rpc, left > 0 ? left - 1 : TRIED_AGAIN_AFTER);
      return left > 0;
    },
    markKnown(rpc) {
      able.add(rpc);
      unable.delete(rpc);
    },
    miss(rpc) {
      if (!able.has(rpc)) unable.set(rpc, TRIED_AGAIN_AFTER);
    },
  };
}
