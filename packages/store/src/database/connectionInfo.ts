import { AnsweringClient } from "./answeringClient.ts";
import { listen } from "../notifications/listen.ts";

export interface ConnectionInfo {
  /** Whether there is a pooler, in any mode, before the database. */
  readonly isPooled: boolean;
  /** Whether notifications sent to `url` are received at `directUrl`. */
  readonly receivesNotifications: boolean;
}

const TIMEOUT_MS = 5_000;

/** Checks the two connections to one database: for queries, and for notifications. @throws if one of them fails. */
export async function readConnectionInfo(url: string, directUrl: string): Promise<ConnectionInfo> {
  const client = new AnsweringClient({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  await client.connect();
  let receivesNotifications = false;
  const onReceiving = (isReceiving: boolean) => void (receivesNotifications ||= isReceiving);
  try {
    const isPooled = await client.setUpSession();
    const stop = await listen(directUrl, { channels: {}, notifyUrl: url, onReceiving });
    await stop();
    return { isPooled, receivesNotifications };
  } finally {
    await client.end();
  }
}
