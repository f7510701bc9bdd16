import { AnsweringClient } from "./answeringClient.ts";
import { listen } from "../notifications/listen.ts";

export interface ConnectionFacts {
  /** Whether a pooler, in whatever mode, stands before the database. */
  readonly isPooled: boolean;
  /** Whether what is sent to `url` is received by who listens at `directUrl`. */
  readonly receivesNotifications: boolean;
}

const TIMEOUT_MS = 5_000;

/** Looks at the two ways to one database: that of queries, and that of who listens. @throws when one of them does not answer. */
export async function readConnectionFacts(url: string, directUrl: string): Promise<ConnectionFacts> {
  const client = new AnsweringClient({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  await client.connect();
  let receivesNotifications = false;
  const onReceiving = (isReceiving: boolean) => void (receivesNotifications ||= isReceiving);
  try {
    const isPooled = await client.detectPooler();
    const stop = await listen(directUrl, { channels: {}, notifyUrl: url, onReceiving });
    await stop();
    return { isPooled, receivesNotifications };
  } finally {
    await client.end();
  }
}
