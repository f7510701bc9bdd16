import type { Rpc } from "./rpc.ts";

/** What RPCs can, or can't, as they have shown. One that can't is tried again in time: another of its URLs may, or it has learned to. */
export interface Ability {
  isKnown(rpc: Rpc): boolean;
  /** Counts how often it is looked at. */
  isMissing(rpc: Rpc): boolean;
  learn(rpc: Rpc): void;
  /** Unless it has shown before that it can. */
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
    learn(rpc) {
      able.add(rpc);
      unable.delete(rpc);
    },
    miss(rpc) {
      if (!able.has(rpc)) unable.set(rpc, TRIED_AGAIN_AFTER);
    },
  };
}
