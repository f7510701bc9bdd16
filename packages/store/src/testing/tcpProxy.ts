import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";

export interface TcpProxy {
  /** The same database, through the proxy. */
  db: Store;
  url: string;
  /** Refuses connections from now on, and breaks open ones. */
  cut(): void;
  mend(): void;
  /** The next time this text is sent, it is forwarded, and the connection breaks before the reply. */
  loseReply(to: string): void;
  /** Open connections stop transferring data, without closing. */
  silence(): void;
  stop(): Promise<void>;
}

/** A proxy in front of a database, to simulate outages. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  let isCut = false;
  let lost: string | undefined;
  const server = createServer((near) => {
    if (isCut) near.destroy();
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined).on("close", () => to.destroy());
      from.pipe(to);
    }
    near.on("data", (chunk: Buffer) => {
      if (lost === undefined || !chunk.includes(lost)) return;
      lost = undefined;
      far
        .unpipe(near)
        .once("data", () => far.destroy())
        .resume();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const db = openDatabase(url.href, { max: 3 });
  const cutAll = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    db,
    url: url.href,
    cut() {
      isCut = true;
      cutAll();
    },
    mend: () => (isCut = false),
    loseReply: (to) => (lost = to),
    silence: () => sockets.forEach((socket) => socket.unpipe().pause()),
    async stop() {
      await closeDatabase(db);
      cutAll();
      server.close();
    },
  };
}
