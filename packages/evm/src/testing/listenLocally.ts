import { once } from "node:events";
import type { Server } from "node:http";

export interface LocalServer {
  readonly url: string;
  /** Stops it and closes every connection. */
  readonly stop: () => Promise<void>;
}

/** Listens on a free loopback port. */
export async function listenLocally(server: Server): Promise<LocalServer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
