import pLimit from "p-limit";
import { FetchError } from "@portico/safe-fetch";
import type { NftSettings } from "./settings.ts";

/** Result of a fetch; `later`: the host is not called now. */
export type HostAnswer<T> = { kind: "done"; value: T } | { kind: "later"; delaySeconds: number };

/** Keeps one slow or dead host from delaying the others. */
export interface Hosts {
  /**
   * Runs a fetch when it is its turn. It is postponed when too many wait for the host, or when the host was repeatedly
   * down: then it is not called for a minute, doubled each time that it still is.
   */
  run<T>(host: string, fetch: () => Promise<T>): Promise<HostAnswer<T>>;
}

interface Host {
  limit: ReturnType<typeof pLimit>;
  /** Since the last success. */
  failures: number;
  closedUntil: number;
}

const FAILURES = 5;
const CLOSED_MS = 60_000;
const CLOSED_MAX_MS = 3_600_000;
const WAITING_PER_HOST = 4;
const BUSY_SECONDS = 15;
const REMEMBERED = 10_000;

/** @param now - Milliseconds of a monotonic clock. */
export function createHosts(
  { perHost, concurrency }: Pick<NftSettings, "concurrency" | "perHost">,
  now: () => number = () => performance.now(),
): Hosts {
  const hosts = new Map<string, Host>();
  const all = pLimit(concurrency);

  const find = (name: string): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    if (hosts.size >= REMEMBERED) evictIdle(hosts);
    const host = { limit: pLimit(perHost), failures: 0, closedUntil: 0 };
    hosts.set(name, host);
    return host;
  };

  const later = ({ closedUntil }: Host) =>
    ({ kind: "later", delaySeconds: Math.max(BUSY_SECONDS, (closedUntil - now()) / 1000) }) as const;

  return {
    async run(name, fetch) {
      const host = find(name);
      if (now() < host.closedUntil || host.limit.pendingCount >= perHost * WAITING_PER_HOST) return later(host);
      return await host.limit(async () => {
        if (now() < host.closedUntil) return later(host);
        try {
          const value = await all(fetch);
          host.failures = 0;
          return { kind: "done", value };
        } catch (error) {
          if (error instanceof FetchError && error.fault.isHostDown) noteFailure(host, now());
          throw error;
        }
      });
    },
  };
}

function noteFailure(host: Host, at: number): void {
  host.failures++;
  const beyond = host.failures - FAILURES;
  if (beyond >= 0) host.closedUntil = at + Math.min(CLOSED_MS * 2 ** Math.min(beyond, 20), CLOSED_MAX_MS);
}

function evictIdle(hosts: Map<string, Host>): void {
  for (const [name, { limit }] of hosts) if (limit.activeCount + limit.pendingCount === 0) hosts.delete(name);
}
