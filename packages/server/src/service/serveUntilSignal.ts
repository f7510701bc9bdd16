import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import type { Logger } from "pino";
import { createHttpServer } from "../http/createHttpServer.ts";
import type { HttpServer } from "../http/httpServer.ts";
import { returnMemoryAfterLoad } from "./returnMemory.ts";

/** How long open requests may take when the process is asked to end. Who asks kills it after 10 s, as a rule. */
const REQUEST_PATIENCE_MS = 6_000;
/** How long the whole end may take. */
const END_PATIENCE_MS = 9_500;

export interface Service {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
  /** Ends what the app stands on; called once, when no request is open any more. */
  readonly close: () => Promise<void>;
  /** What else the log shall say when it listens. */
  readonly facts?: object;
}

/**
 * Serves until SIGTERM or SIGINT. Then it takes no new connection, open requests finish, and the process ends by itself;
 * a second signal of the same kind ends it at once. Resolves when it listens.
 * @throws what listening fails with; `close` was called then.
 */
export async function serveUntilSignal(app: Express, service: Service): Promise<void> {
  const { host, port, log, close, facts } = service;
  const server = createHttpServer(app);
  server.listen(port, host);
  await once(server, "listening").catch(async (error: unknown) => {
    await close();
    throw error;
  });
  returnMemoryAfterLoad(server);
  let isStopping = false; // a terminal sends SIGINT to us and to who started us, which then sends SIGTERM
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.once(name, (signal: string) => {
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, "stopping");
      void stop(server, service);
    });
  }
  const { address, port: bound } = server.address() as AddressInfo;
  log.info({ url: `http://${address}:${bound}`, ...facts }, "listening"); // who reads this may send a signal at once
}

async function stop(server: HttpServer, { log, close }: Service): Promise<void> {
  const giveUp = () => {
    log.error("something did not end; leaving it");
    process.exit(1);
  };
  setTimeout(giveUp, END_PATIENCE_MS).unref();
  const cut = await server.stop(REQUEST_PATIENCE_MS);
  if (cut > 0) log.warn({ requests: cut }, "requests took too long, and were cut");
  try {
    await close();
    log.info("stopped");
  } catch (error) {
    log.error({ err: error }, "not stopped in order");
    process.exitCode = 1;
  }
}
