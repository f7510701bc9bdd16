import type { LeaseView } from "@portico/store";

/** A process's step towards an even spread of leases over the living processes. */
export interface LeasePlan {
  take: string[];
  /** A held lease that another process should have. */
  give: string | undefined;
}

/**
 * Every process sees the same state and computes the same plan, so no leader is needed: a free lease goes to the
 * process with the fewest; if none is free, the process with the most releases one if another has at least two fewer.
 * Each step makes the spread more even, and once it is even, no lease moves.
 */
export function planLeases(me: string, view: LeaseView): LeasePlan {
  const loads = countLoads(view);
  const free = listFree(view);
  const take = free.filter((name) => {
    const [taker] = byLoad(
      loads,
      view.processes.filter(({ leaseNames }) => leaseNames.includes(name)),
    );
    loads.set(taker!.id, loads.get(taker!.id)! + 1);
    return taker!.id === me;
  });
  return { take, give: free.length > 0 ? undefined : planGift(me, view, loads) };
}

type Loads = Map<string, number>;

function countLoads({ processes, holders }: LeaseView): Loads {
  const loads: Loads = new Map(processes.map(({ id }) => [id, 0]));
  for (const holder of holders.values()) loads.set(holder, (loads.get(holder) ?? 0) + 1);
  return loads;
}

const listFree = ({ processes, holders }: LeaseView): string[] =>
  [...new Set(processes.flatMap(({ leaseNames }) => leaseNames))].filter((name) => !holders.has(name)).toSorted();

const byLoad = <P extends { id: string }>(loads: Loads, processes: readonly P[]): P[] =>
  processes.toSorted((a, b) => loads.get(a.id)! - loads.get(b.id)! || (a.id < b.id ? -1 : 1));

function planGift(me: string, { processes, holders }: LeaseView, loads: Loads): string | undefined {
  for (const giver of byLoad(loads, processes).toReversed()) {
    const fewer = processes.filter(({ id }) => loads.get(id)! + 2 <= loads.get(giver.id)!);
    const names = [...holders].flatMap(([name, holder]) => (holder === giver.id ? [name] : []));
    const gift = names.toSorted().find((name) => fewer.some(({ leaseNames }) => leaseNames.includes(name)));
    if (gift !== undefined) return giver.id === me ? gift : undefined;
  }
  return undefined;
}
