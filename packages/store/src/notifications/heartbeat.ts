import type { Client } from "pg";
import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Notifications don't arrive on a listening connection. */
export class NotificationsLostError extends Error {
  override readonly name = "NotificationsLostError";
  constructor() {
    super(
      "The database's notifications do not arrive: DATABASE_DIRECT_URL may be a pooler in transaction mode, or of another " +
        "database. Set DATABASE_DIRECT_URL to the database itself",
    );
  }
}

export interface HeartbeatOptions {
  /** Sends the notifications; not the listening connection, because a server always delivers a connection's own. */
  readonly db: Store;
  /** A channel used for these notifications only. */
  readonly channel: string;
  readonly intervalMs: number;
  /** Time without a notification after which they are lost. */
  readonly timeoutMs: number;
}

export interface Heartbeat {
  /** Resolves with the first notification. @throws NotificationsLostError */
  readonly begun: Promise<void>;
  /** Resolves when they cease to arrive. */
  readonly lost: Promise<NotificationsLostError>;
  readonly stop: () => void;
}

/** Notifies a channel periodically, and expects that on `listener`, which listens to it. */
export function startHeartbeat(listener: Client, options: HeartbeatOptions): Heartbeat {
  const { db, channel, intervalMs, timeoutMs } = options;
  const begun = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<NotificationsLostError>();
  /** When the first notification without a receipt was sent. */
  let unansweredSince: number | undefined;
  let sending: Promise<unknown> | undefined;

  const check = () => {
    if (unansweredSince === undefined || performance.now() - unansweredSince < timeoutMs) return;
    begun.reject(new NotificationsLostError());
    lost.resolve(new NotificationsLostError());
  };
  const beat = () => {
    if (unansweredSince !== undefined) setImmediate(check); // after processing what has arrived meanwhile, in case the process was suspended
    else unansweredSince = performance.now();
    sending ??= send(db, channel)
      .catch(() => undefined) // then nothing arrives
      .finally(() => (sending = undefined));
  };
  const onNotification = (notification: { channel: string }) => {
    if (notification.channel !== channel) return;
    unansweredSince = undefined;
    begun.resolve();
  };
  listener.on("notification", onNotification);
  const timer = setInterval(beat, intervalMs).unref();
  beat();
  begun.promise.catch(() => undefined);
  const stop = () => {
    clearInterval(timer);
    listener.off("notification", onNotification);
  };
  return { begun: begun.promise, lost: lost.promise, stop };
}

/** Asynchronous commit: nothing is lost with it. */
const send = (db: Store, channel: string) =>
  sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`.execute(db);
