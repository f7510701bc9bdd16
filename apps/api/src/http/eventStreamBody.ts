import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { STOPPING } from "@portico/server";
import type { Exchange } from "./exchange.ts";
import { writeHead } from "./writeReply.ts";

/** Why a stream ended; `gone`: the client did. */
export type EndReason = "gone" | "key" | "slow" | "stopping" | "unavailable" | "units";

/** Where a stream is written to. */
export interface EventSink {
  /**
   * Writes text of the stream, and waits while the client reads too slowly. @returns false when it ends: the client is gone,
   * does not read, or the server stops.
   */
  readonly send: (text: string) => Promise<boolean>;
  /** Resolves with the reason when the client is gone, doesn't read, or the server stops. */
  readonly ended: Promise<EndReason>;
}

/** A response's body as server-sent events, written as long as the client reads. */
export class EventStreamBody {
  /** Writes the stream. @returns why it ended, which the client is told last. */
  readonly run: (sink: EventSink) => Promise<EndReason>;

  constructor(run: (sink: EventSink) => Promise<EndReason>) {
    this.run = run;
  }
}

/** How long a client may leave what it was sent unread. */
const SLOW_MS = 30_000;
/** How long what was written last may take to be read. */
const LAST_MS = 5_000;

export const toEventText = ({ event, id, data }: { event: string; id?: string; data: unknown }): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Sends a stream; returns at once. */
export function writeEventStream(exchange: Exchange, body: EventStreamBody, { slowMs = SLOW_MS } = {}): void {
  const { req, res } = exchange;
  writeHead(exchange, "text/event-stream");
  if (req.method === "HEAD") {
    res.end();
    void body.run({ send: async () => false, ended: Promise.resolve("gone") });
    return;
  }
  const { promise: ended, resolve } = Promise.withResolvers<EndReason>();
  res.once("close", () => resolve("gone"));
  if (res.destroyed) resolve("gone"); // "close" may have been emitted before
  res.once(STOPPING, () => resolve("stopping"));
  let isOpen = true;
  void ended.then(() => (isOpen = false));
  const send: EventSink["send"] = async (text) => {
    if (!isOpen) return false;
    if (res.write(text)) return true;
    const timer = new AbortController();
    const slow = sleep(slowMs, true, { signal: timer.signal, ref: false }).catch(() => false);
    const isSlow = await Promise.race([once(res, "drain").then(() => false), slow, ended.then(() => false)]);
    timer.abort();
    if (isSlow) resolve("slow");
    await Promise.resolve();
    return isOpen && !isSlow;
  };
  const finish = (reason: EndReason): void => {
    if (res.destroyed) return;
    res.end(toEventText({ event: "end", data: { reason } }));
    setTimeout(() => res.destroy(), LAST_MS).unref();
  };
  void body.run({ send, ended }).then(finish, () => finish("unavailable"));
}
