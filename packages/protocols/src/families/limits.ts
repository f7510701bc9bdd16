import { min } from "@portico/evm";

/** Grants what is wanted of a limited sum, as far as the limit allows. */
export type Take = (key: string, limit: bigint, wanted: bigint) => bigint;

/** Everybody with the same key takes from the same sum, in the order of the calls. */
export function createLimits(): Take {
  const taken = new Map<string, bigint>();
  return (key, limit, wanted) => {
    const before = taken.get(key) ?? 0n;
    const granted = clamp(wanted, limit - before);
    taken.set(key, before + granted);
    return granted;
  };
}

/** Each one takes from a sum of its own. */
export const takeAlone: Take = (_key, limit, wanted) => clamp(wanted, limit);

/** A contract that anybody deployed may ask for a negative amount. */
const clamp = (wanted: bigint, limit: bigint): bigint => (wanted < 0n || limit < 0n ? 0n : min(wanted, limit));
