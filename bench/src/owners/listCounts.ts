import type { ProfiledNode } from "@portico/evm/testing/nodeProfiles";

/** Calls by method, most first, as text. @param before - Calls that don't count. */
export const listCounts = ({ counts }: ProfiledNode, before: ReadonlyMap<string, number> = new Map()): string =>
  [...counts]
    .map(([method, { requests }]) => [method, requests - (before.get(method) ?? 0)] as const)
    .filter(([, requests]) => requests > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([method, requests]) => `${method} ${requests}`)
    .join(", ");
