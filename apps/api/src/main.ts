#!/usr/bin/env node
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { HELP, readConfig } from "./config.ts";
import { createApi } from "./createApi.ts";
import { createHttpServer } from "./http/createHttpServer.ts";

if (process.argv.includes("--help")) {
  console.log(HELP);
} else {
  await start().catch((error: Error) => {
    console.error(`api: ${error instanceof AggregateError ? error.errors.join("; ") : error.message}`);
    process.exitCode = 1;
  });
}

/** Serves until SIGTERM or SIGINT; then no new connection, open requests finish, and the process ends by itself. */
async function start(): Promise<void> {
  const { host, port, logLevel, ...options } = readConfig(process.env);
  const log = pino({ name: "api", level: logLevel });
  const api = await createApi({ ...options, log });
  const server = createHttpServer(api.app);
  server.listen(port, host);
  await once(server, "listening");
  const { address, port: bound } = server.address() as AddressInfo;
  log.info({ url: `http://${address}:${bound}` }, "listening");

  const stop = (signal: string): void => {
    log.info({ signal }, "stopping");
    server.close(() => void api.close().then(() => log.info("stopped")));
    server.closeIdleConnections();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
