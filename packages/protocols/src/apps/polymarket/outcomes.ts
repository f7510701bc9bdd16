/** Of a condition with more slots only single slots and their complements are searched. */
const MAX_COMBINED = 4;
/** ConditionalTokens allows 256; none in use has as many. */
const MAX_SLOTS = 32;

const listSlots = (count: number): number[] => Array.from({ length: Math.min(count, MAX_SLOTS) }, (_, slot) => slot);
const has = (set: bigint, slot: number): boolean => ((set >> BigInt(slot)) & 1n) === 1n;

/** Outcomes that a condition may be split into: sets of slots as bits, neither empty nor full. */
export function listIndexSets(slotCount: number): bigint[] {
  const all = (1n << BigInt(slotCount)) - 1n;
  if (slotCount <= MAX_COMBINED)
    return Array.from({ length: Math.max(0, Number(all) - 1) }, (_, index) => BigInt(index + 1));
  return listSlots(slotCount).flatMap((slot) => [1n << BigInt(slot), all ^ (1n << BigInt(slot))]);
}

/** "Yes" and "No" of two slots; else "Outcome 1", "Outcome 1 or 3". */
export function nameSide(set: bigint, slotCount: number): string {
  if (slotCount === 2) return set === 1n ? "Yes" : "No";
  const slots = Array.from({ length: slotCount }, (_, slot) => slot).filter((slot) => has(set, slot));
  return `Outcome ${slots.map((slot) => slot + 1).join(" or ")}`;
}

/** The payout of a set of slots. */
export const sumPayouts = (set: bigint, numerators: readonly bigint[]): bigint =>
  numerators.reduce((sum, payout, slot) => (has(set, slot) ? sum + payout : sum), 0n);
