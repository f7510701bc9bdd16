import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import type { Logger } from "pino";
import { createHttpServer } from "../http/createHttpServer.ts";
import type { HttpServer } from "../http/httpServer.ts";
import { returnMemoryAfterLoad } from "./returnMemory.ts";

/** How long open requests may take after a stop signal. Supervisors usually kill a process after 10 s. */
const REQUEST_TIMEOUT_MS = 6_000;
/** Maximum duration of the whole shutdown. */
const END_TIMEOUT_MS = 9_500;

export interface Service {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
  /** Closes the app's resources; called once, when no request is open. */
  readonly close: () => Promise<void>;
  /** Extra fields of the log line when it listens. */
  readonly details?: object;
}

/**
 * Serves until SIGTERM or SIGINT. Then it accepts no new connection, completes open requests, and the process exits;
 * a second signal exits at once. Resolves when it listens.
 * @throws the error of listening, after calling `close`.
 */
export async function serveUntilSignal(app: Express, service: Service): Promise<void> {
  const { host, port, log, close, details } = service;
  const server = createHttpServer(app);
  server.listen(port, host);
  await once(server, "listening").catch(async (error: unknown) => {
    await close();
    throw error;
  });
  returnMemoryAfterLoad(server);
  let isStopping = false; // a terminal sends SIGINT to us and to our parent, which then sends SIGTERM
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.once(name, (signal: string) => {
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, "stopping");
      void stop(server, service);
    });
  }
  const { address, port: bound } = server.address() as AddressInfo;
  log.info({ url: `http://${address}:${bound}`, ...details }, "listening"); // a reader of this line may send a signal at once
}

async function stop(server: HttpServer, { log, close }: Service): Promise<void> {
  const giveUp = () => {
    log.error("the service did not stop in time; exiting");
    process.exit(1);
  };
  setTimeout(giveUp, END_TIMEOUT_MS).unref();
  const cut = await server.stop(REQUEST_TIMEOUT_MS);
  if (cut > 0) log.warn({ requests: cut }, "requests took too long and were aborted");
  try {
    await close();
    log.info("stopped");
  } catch (error) {
    log.error({ err: error }, "the service did not stop cleanly");
    process.exitCode = 1;
  }
}
