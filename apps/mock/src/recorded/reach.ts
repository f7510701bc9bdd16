import type { RecordedReach, Recording } from "./recording.ts";

/** State of a chain in a scenario; undefined: healthy. */
export type ChainFault = "failed" | "syncing" | "unread";

/** The chains of a response. */
export interface Asked {
  readonly recording: Recording;
  /** By slug. */
  readonly faults: ReadonlyMap<string, ChainFault>;
}

/** Slugs of the chains that respond, in the contract's order. */
export const listServed = ({ recording: { catalogue }, faults }: Asked): string[] =>
  catalogue.chains.filter(({ id }) => findReach(catalogue.reaches, id) && !faults.has(id)).map(({ id }) => id);

const findReach = (reaches: readonly RecordedReach[], slug: string): RecordedReach | undefined =>
  reaches.find(({ chain }) => chain === slug);

/** The header Portico-Chains for these chains, in the API's order: those that respond first. */
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
