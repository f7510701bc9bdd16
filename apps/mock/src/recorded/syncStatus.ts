import type { RecordedSyncStatus, Recording } from "./recording.ts";

/** State of a chain in a scenario; undefined: healthy. */
export type ChainFault = "failed" | "syncing" | "unread";

/** The chains of a response. */
export interface RecordingContext {
  readonly recording: Recording;
  /** By slug. */
  readonly faults: ReadonlyMap<string, ChainFault>;
}

/** Slugs of the chains that respond, in the contract's order. */
export const listServed = ({ recording: { catalogue }, faults }: RecordingContext): string[] =>
  catalogue.chains.filter(({ id }) => findSyncStatus(catalogue.reaches, id) && !faults.has(id)).map(({ id }) => id);

const findSyncStatus = (syncStatuses: readonly RecordedSyncStatus[], slug: string): RecordedSyncStatus | undefined =>
  syncStatuses.find(({ chain }) => chain === slug);

/** The header Portico-Chains for these chains, in the API's order: those that respond first. */
export function writeChains({ recording: { catalogue }, faults }: RecordingContext, slugs: readonly string[]): string {
  const items = slugs.map((slug): [rank: number, text: string] => {
    const syncStatus = findSyncStatus(catalogue.reaches, slug);
    if (syncStatus === undefined) return [2, `${slug};unserved`];
    const fault = faults.get(slug);
    return fault === undefined
      ? [0, `${slug};block=${syncStatus.block};time=${syncStatus.time}`]
      : [1, `${slug};${fault}`];
  });
  return items
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join(", ");
}
