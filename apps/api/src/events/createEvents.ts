import type { Meter, StoredPrices } from "@portico/metering";
import { repeat } from "@portico/server";
import type { ServiceMetrics } from "@portico/server/telemetry";
import { deleteOldEvents, type Store } from "@portico/store";
import type { Logger } from "pino";
import { createEventFeed, type EventFeed } from "./eventFeed.ts";
import { createEventQueue, type EventQueue } from "./eventQueue.ts";
import { DEFAULT_EVENT_SETTINGS, type EventSettings } from "./eventSettings.ts";
import { createOpenStreams, type OpenStreams } from "./openStreams.ts";

const HOUR_MS = 3_600_000;

/** What a test may shorten. */
export interface EventTimes {
  readonly pollMs?: number;
  readonly freeMs?: number;
  readonly lockedSeconds?: number;
  readonly heartbeatMs?: number;
}

/** Owners' events: streams of them, and their delivery to webhooks. */
export interface Events {
  readonly queue: EventQueue;
  readonly feed: EventFeed;
  readonly openStreams: OpenStreams;
  /** Whether webhooks may use http and private addresses. */
  readonly isPrivate: boolean;
  /** Between comments of a stream; undefined: the default. */
  readonly heartbeatMs: number | undefined;
  /** New events of a chain were written; undefined: of any. */
  readonly onNotify: (chain: string | undefined) => void;
  readonly close: () => Promise<void>;
}

export interface EventsOptions {
  readonly db: Store;
  /** Without a pooler. */
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly meter: Meter;
  readonly prices: Pick<StoredPrices, "priceOf">;
  readonly isReadOnly: boolean;
  readonly metrics: ServiceMetrics | undefined;
  readonly settings: (EventSettings & EventTimes) | undefined;
}

export function createEvents({ settings = DEFAULT_EVENT_SETTINGS, ...options }: EventsOptions): Events {
  const { db, log, isReadOnly } = options;
  const times: EventTimes = settings;
  const queue = createEventQueue({ ...options, ...times, settings });
  const feed = createEventFeed({ db, log, pollMs: times.pollMs });
  const ended = new AbortController();
  const deleteOld = async () => {
    let deleted = isReadOnly ? 0 : 1;
    while (deleted > 0 && !ended.signal.aborted) deleted = await deleteOldEvents(db, settings);
  };
  const onError = (err: unknown) => log.warn({ err }, "deleting old events failed; retrying");
  const openStreams = createOpenStreams();
  options.metrics?.showEventStreams(openStreams.count);
  const retention = repeat(deleteOld, { everyMs: HOUR_MS, onError });
  return {
    queue,
    feed,
    openStreams,
    isPrivate: settings.isPrivate,
    heartbeatMs: times.heartbeatMs,
    onNotify: (chain) => {
      feed.onNotify(chain);
      queue.onNotify();
    },
    close: async () => {
      ended.abort();
      await Promise.all([feed.close(), queue.close(), retention.stop()]);
    },
  };
}
