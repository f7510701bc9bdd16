import type { Address } from "@portico/evm";
import { repeat } from "@portico/server";
import { listEventsAfter, type EventKind, type OwnerEvent, type Store } from "@portico/store";
import type { Logger } from "pino";

/** Notifications come at once; this is for those that are lost. */
const POLL_MS = 5_000;
/** Streams that are read in one statement, and events of each owner and chain. */
const STREAMS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 20;

/** An owner's events on several chains, as they are written. */
export interface FollowedEvents {
  readonly owner: Address;
  readonly kinds: readonly EventKind[];
  /** Where each chain goes on: after this number. */
  readonly after: ReadonlyMap<string, bigint>;
  /** Receives events in order per chain; the next ones are read when it resolves. false: it wants no more. */
  readonly push: (events: readonly OwnerEvent[]) => Promise<boolean>;
}

/** Reads new events for all streams of this process together. */
export interface EventFeed {
  /** @returns what ends it. */
  readonly follow: (stream: FollowedEvents) => () => void;
  /** New events of a chain were written; undefined: of any. */
  readonly onNotify: (chain: string | undefined) => void;
  readonly close: () => Promise<void>;
}

interface Member extends FollowedEvents {
  readonly position: Map<string, bigint>;
  /** Chains that may have new events. */
  readonly dirty: Set<string>;
  isBusy: boolean;
}

export function createEventFeed({
  db,
  log,
  pollMs = POLL_MS,
}: {
  readonly db: Store;
  readonly log: Logger;
  readonly pollMs?: number | undefined;
}): EventFeed {
  const members = new Set<Member>();
  let reading: Promise<void> | undefined;

  const readAll = (): void => {
    reading ??= readDirty()
      .catch((err: unknown) => log.warn({ err }, "reading new events failed; retrying"))
      .finally(() => (reading = undefined));
  };
  const readDirty = async (): Promise<void> => {
    for (;;) {
      const ready = [...members].filter(({ dirty, isBusy }) => !isBusy && dirty.size > 0).slice(0, STREAMS_AT_ONCE);
      if (ready.length === 0) return;
      await readOnce(ready);
    }
  };
  const readOnce = async (ready: readonly Member[]): Promise<void> => {
    const asked = ready.flatMap((member) =>
      [...member.dirty].map((chain) => ({ member, chain, after: member.position.get(chain) ?? 0n })),
    );
    for (const { dirty } of ready) dirty.clear();
    const positions = asked.map(({ member: { owner, kinds }, ...position }) => ({ ...position, owner, kinds }));
    const lists = await listEventsAfter(db, positions, EVENTS_AT_ONCE).catch((error: unknown) => {
      for (const { member, chain } of asked) member.dirty.add(chain);
      throw error;
    });
    const found = new Map<Member, OwnerEvent[]>();
    for (const [index, { member, chain }] of asked.entries()) {
      const events = lists[index] ?? [];
      if (events.length === 0) continue;
      member.position.set(chain, events.at(-1)!.number);
      if (events.length === EVENTS_AT_ONCE) member.dirty.add(chain);
      found.set(member, [...(found.get(member) ?? []), ...events]);
    }
    for (const [member, events] of found) void push(member, events);
  };
  const push = async (member: Member, events: readonly OwnerEvent[]): Promise<void> => {
    member.isBusy = true;
    const goesOn = await member.push(events).catch(() => false);
    member.isBusy = false;
    if (goesOn) readAll();
    else members.delete(member);
  };
  const onNotify = (chain: string | undefined): void => {
    for (const { position, dirty } of members)
      for (const followed of position.keys()) if (chain === undefined || followed === chain) dirty.add(followed);
    readAll();
  };
  const polling = repeat(async () => onNotify(undefined), { everyMs: pollMs, onError: () => undefined });
  return {
    follow(stream) {
      const position = new Map(stream.after);
      const member: Member = { ...stream, position, dirty: new Set(position.keys()), isBusy: false };
      members.add(member);
      readAll();
      return () => members.delete(member);
    },
    onNotify,
    close: async () => {
      await polling.stop();
      await reading;
    },
  };
}
