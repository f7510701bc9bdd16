import type { Address, Hex } from "viem";

export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
}

/** What eth_getLogs may ask for, blocks aside. */
export interface LogCriteria {
  readonly address?: Address | readonly Address[] | null;
  readonly topics?: readonly (Hex | readonly Hex[] | null)[] | null;
}

/** Whether a log is one of those asked for, by the rules of eth_getLogs. */
export function createLogFilter({ address, topics }: LogCriteria): (log: Log) => boolean {
  const addresses = toSet(address);
  const wanted = (topics ?? []).map(toSet);
  return (log) =>
    (addresses?.has(log.address.toLowerCase()) ?? true) &&
    wanted.every((set, n) => n < log.topics.length && (set?.has(log.topics[n]!.toLowerCase()) ?? true));
}

/** undefined: anything will do. An empty list is no condition either. */
function toSet(wanted: string | readonly string[] | null | undefined): Set<string> | undefined {
  const all = [wanted ?? []].flat();
  return all.length === 0 ? undefined : new Set(all.map((entry) => entry.toLowerCase()));
}
