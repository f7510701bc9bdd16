import type { RecordedReach, Recording } from "./recording.ts";

/** How a chain fares in a scenario; absent: well. */
export type ChainFault = "failed" | "syncing" | "unread";

/** What of the chains an answer is about. */
export interface Asked {
  readonly recording: Recording;
  /** By slug. */
  readonly faults: ReadonlyMap<string, ChainFault>;
}

/** The slugs of the chains that answer, in the contract's order. */
export const listServed = ({ recording: { catalogue }, faults }: Asked): string[] =>
  catalogue.chains.filter(({ id }) => findReach(catalogue.reaches, id) && !faults.has(id)).map(({ id }) => id);

const findReach = (reaches: readonly RecordedReach[], slug: string): RecordedReach | undefined =>
  reaches.find(({ chain }) => chain === slug);

/** The header Portico-Chains over these chains, as the API puts it together: those that answer first. */
export function writeChains({ recording: { catalogue }, faults }: Asked, slugs: readonly string[]): string {
  const items = slugs.map((slug): [rank: number, text: string] => {
    const reach = findReach(catalogue.reaches, slug);
    if (reach === undefined) return [2, `${slug};unserved`];
    const fault = faults.get(slug);
    return fault === undefined ? [0, `${slug};block=${reach.block};time=${reach.time}`] : [1, `${slug};${fault}`];
  });
  return items
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join(", ");
}
