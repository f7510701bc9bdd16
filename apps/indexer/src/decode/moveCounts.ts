import type { Address } from "@portico/evm";

interface CountedMove {
  /** undefined: outside transactions. */
  txIndex: number | undefined;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

/** Movements that another source may report again. */
export interface MoveCounts {
  /** Removes an equal one. @returns whether there was one. */
  take(move: CountedMove): boolean;
}

export function createMoveCounts(moves: readonly CountedMove[]): MoveCounts {
  const counts = new Map<string, number>();
  for (const move of moves) {
    const key = keyOf(move);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    take(move) {
      const key = keyOf(move);
      const count = counts.get(key) ?? 0;
      if (count > 0) counts.set(key, count - 1);
      return count > 0;
    },
  };
}

const keyOf = ({ txIndex, from, to, rawAmount }: CountedMove): string => `${txIndex} ${from} ${to} ${rawAmount}`;
