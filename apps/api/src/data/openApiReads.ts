import type { ServiceMetrics } from "@portico/server/telemetry";
import { openReads, REQUEST_ANSWER_MS, type ReadsOptions, type Reads, type Store } from "@portico/store";
import type { Logger } from "pino";

export interface ApiReadsOptions extends Pick<ReadsOptions, "databaseUrl" | "lagMs" | "max" | "readUrls"> {
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
}

/** Opens the replicas that answers are read from, with log lines and metrics of their state. @throws as openReads does */
export async function openApiReads(db: Store, { log, metrics, ...options }: ApiReadsOptions): Promise<Reads> {
  const reads = await openReads(db, {
    ...options,
    answerMs: REQUEST_ANSWER_MS,
    onChange: ({ host, isUsed, reason }) =>
      isUsed
        ? log.info({ replica: host }, "answers are read from a replica")
        : log.warn({ replica: host, reason }, "a replica is left out; it is used again once it can be"),
  });
  if (options.readUrls.length > 0) metrics?.showReplicas(reads.figures, reads.missed);
  return reads;
}

/** How many replicas are used; undefined if none is configured. */
export function countReplicas({ figures }: Pick<Reads, "figures">): { used: number; total: number } | undefined {
  const all = figures();
  return all.length === 0 ? undefined : { used: all.filter(({ isUsed }) => isUsed).length, total: all.length };
}

type Handler = (payload: string | undefined) => void;

/** Handlers of notifications: what they read, and what is read after them, includes what they announce. */
export const afterCatchUp = (
  reads: Pick<Reads, "catchUp">,
  channels: Record<string, Handler>,
): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(channels).map(([channel, handle]) => [
      channel,
      (payload) => {
        reads.catchUp();
        handle(payload);
      },
    ]),
  );
