import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@portico/contract/server";
import {
  areStreamsOpen,
  inTransaction,
  listEventStreams,
  openEventStreams,
  type EventStream,
  type OwnerEvent,
} from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import type { Operation } from "../../deps.ts";
import { ServiceError } from "../../errors.ts";
import type { EventFeed, FollowedEvents } from "../../events/eventFeed.ts";
import { readEventChains, readEventKinds } from "../../events/eventQuery.ts";
import { findStart, toLastEventId } from "../../events/lastEventId.ts";
import { toOwnerEventResponse } from "../../events/ownerEventResponse.ts";
import { EventStreamBody, toEventText, type EndReason, type EventSink } from "../../http/eventStreamBody.ts";

const HEARTBEAT_MS = 15_000;
/** What a client waits for before it connects again. */
const RETRY_MS = 2_000;

/** GET /v1/user/events: server-sent events. */
export const getUserEvents: Operation<"getUserEvents"> = async ({ query, header, caller, reply }, deps) => {
  const { primary, events } = deps;
  const owner = parseAddress(query.id);
  const chains = await readEventChains(primary, query.chain_ids);
  const kinds = readEventKinds(query.kinds);
  if (!(await areStreamsOpen(primary, owner, chains)))
    await inTransaction(primary, (tx) => openEventStreams(tx, [owner], chains));
  const streams = await listEventStreams(primary, owner, chains);
  const after = findStart(lastEventIdOf(header), streams);
  const onClose = events.openStreams.add(caller.keyId);
  try {
    await caller.charge(1);
  } catch (error) {
    onClose();
    throw error;
  }
  const run = (sink: EventSink): Promise<EndReason> =>
    writeEvents(sink, {
      owner,
      kinds,
      after,
      streams,
      caller,
      feed: events.feed,
      heartbeatMs: events.heartbeatMs,
    }).finally(onClose);
  // the contract calls the body a text, which it is once it is written
  return reply(200, new EventStreamBody(run) as unknown as string);
};

/** Header names are lower-case, regardless of their spelling in the contract. */
const lastEventIdOf = (header: object): string | undefined =>
  (header as Readonly<Record<string, string | undefined>>)["last-event-id"];

interface Stream extends Omit<FollowedEvents, "push"> {
  readonly streams: readonly EventStream[];
  readonly caller: Pick<Caller, "charge" | "isStillAllowed">;
  readonly feed: EventFeed;
  readonly heartbeatMs: number | undefined;
}

/** Writes until the client is gone, or may not go on. @returns why. */
async function writeEvents(sink: EventSink, stream: Stream): Promise<EndReason> {
  const { after, caller, feed, heartbeatMs = HEARTBEAT_MS } = stream;
  const numbers = new Map(after);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<EndReason>();
  await sink.send(
    `retry: ${RETRY_MS}\n${toEventText({ event: "open", id: toLastEventId(numbers), data: { chains: stream.streams.map(toChain) } })}`,
  );
  const push = async (events: readonly OwnerEvent[]): Promise<boolean> => {
    const reason = await charge(caller, events.length);
    if (reason !== undefined) stop(reason);
    return reason === undefined && (await sink.send(events.map((event) => toText(event, numbers)).join("")));
  };
  const unfollow = feed.follow({ ...stream, push });
  const timer = new AbortController();
  const beat = async (): Promise<EndReason> => {
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: timer.signal, ref: false });
      if (!(await caller.isStillAllowed())) return "key";
      await sink.send(": keep-alive\n\n");
    }
  };
  const beating = beat().catch((): EndReason => "unavailable");
  const reason = await Promise.race([sink.ended, stopped, beating]);
  timer.abort();
  unfollow();
  return reason;
}

const toChain = ({ chain, sinceBlock, firstNumber, lastNumber }: EventStream) => ({
  chain_id: chain,
  since_block: sinceBlock === undefined ? null : Number(sinceBlock),
  first_number: Number(firstNumber),
  last_number: Number(lastNumber),
});

/** Notes the event's number, which the id and the next event name. */
function toText(event: OwnerEvent, numbers: Map<string, bigint>): string {
  const data = toOwnerEventResponse(event, numbers.get(event.chain) ?? 0n);
  numbers.set(event.chain, event.number);
  return toEventText({ event: data.type, id: toLastEventId(numbers), data });
}

/** @returns why the stream ends, if it can't be charged. */
async function charge(caller: Pick<Caller, "charge">, times: number): Promise<EndReason | undefined> {
  try {
    await caller.charge(times);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.code === "units_exhausted" ? "units" : "unavailable";
    throw error;
  }
}
