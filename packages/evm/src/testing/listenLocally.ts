import { once } from "node:events";
import type { Server } from "node:http";

export interface LocalServer {
  readonly url: string;
  /** Ends it with every connection. */
  readonly stop: () => Promise<void>;
}

/** Lets a server listen on a free port of this machine alone. */
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
