import type { Address } from "@portico/evm";
import type { PositionPoint } from "@portico/store";
import type { CurveFrame, CurveToken } from "./netCurve.ts";

/** Amounts of a token in protocols at each point; debts are negative. */
export type PositionLevel = Pick<CurveToken, "moves" | "rawAmount"> & { readonly token: Address };

/**
 * Combines points of one chain by token. A protocol's amounts hold from a point to its next one, and are zero before
 * its first: nothing was read then.
 */
export function sumLevels(points: readonly PositionPoint[], { timeAt, step, count }: CurveFrame): PositionLevel[] {
  const levels = new Map<Address, { rawAmount: bigint; moves: { step: number; rawAmount: bigint }[] }>();
  for (const ofProtocol of Map.groupBy(points, ({ protocolId }) => protocolId).values()) {
    let before: Record<string, string> = {};
    for (const { timeAt: at, amounts } of ofProtocol.toSorted((a, b) => a.timeAt - b.timeAt)) {
      const steps = Math.max(0, Math.floor((timeAt - at) / step));
      for (const [token, change] of listChanges(before, amounts)) {
        const level = levels.get(token) ?? { rawAmount: 0n, moves: [] };
        levels.set(token, level);
        level.rawAmount += change;
        if (steps < count) level.moves.push({ step: steps, rawAmount: change }); // older amounts hold in the whole window
      }
      before = amounts;
    }
  }
  return [...levels].map(([token, level]) => ({ token, ...level }));
}

function listChanges(before: Record<string, string>, after: Record<string, string>): [Address, bigint][] {
  const tokens = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return tokens.flatMap((token): [Address, bigint][] => {
    const change = BigInt(after[token] ?? "0") - BigInt(before[token] ?? "0");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a point's amounts
    return change === 0n ? [] : [[token as Address, change]];
  });
}
