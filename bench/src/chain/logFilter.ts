import type { Address, Hex } from "viem";

export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
}

/** The criteria of eth_getLogs without its block range. */
export interface LogCriteria {
  readonly address?: Address | readonly Address[] | null;
  readonly topics?: readonly (Hex | readonly Hex[] | null)[] | null;
}

/** Whether a log matches, by the rules of eth_getLogs. */
export function createLogFilter({ address, topics }: LogCriteria): (log: Log) => boolean {
  const addresses = toSet(address);
  const wanted = (topics ?? []).map(toSet);
  return (log) =>
    (addresses?.has(log.address.toLowerCase()) ?? true) &&
    wanted.every((set, n) => n < log.topics.length && (set?.has(log.topics[n]!.toLowerCase()) ?? true));
}

/** undefined: matches anything. An empty list matches anything too. */
function toSet(wanted: string | readonly string[] | null | undefined): Set<string> | undefined {
  const all = [wanted ?? []].flat();
  return all.length === 0 ? undefined : new Set(all.map((entry) => entry.toLowerCase()));
}
