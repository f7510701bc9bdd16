#!/usr/bin/env node
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { HELP, readConfig } from "./config.ts";
import { createConnect } from "./createConnect.ts";
import { createHttpServer } from "./http/createHttpServer.ts";
import { createLog } from "./log.ts";
import { createPages } from "./pages.ts";

if (process.argv.includes("--help")) {
  console.log(HELP);
} else {
  await start().catch((error: Error) => {
    console.error(`connect: ${error instanceof AggregateError ? error.errors.join("; ") : error.message}`);
    process.exitCode = 1;
  });
}

/** Serves until SIGTERM or SIGINT; then no new connection, open requests finish, and the process ends by itself. */
async function start(): Promise<void> {
  const { host, port, logLevel, issuer: named, ...options } = readConfig(process.env);
  const log = createLog(logLevel);
  if (named === undefined && port === 0) throw new Error("PORTICO_CONNECT_URL must be set when the port may be any");
  const issuer = named ?? `http://127.0.0.1:${port}`;
  const connect = await createConnect({ ...options, issuer, log, pages: createPages({ issuer }) });
  const server = createHttpServer(connect.app);
  server.listen(port, host);
  await once(server, "listening");
  const { address, port: bound } = server.address() as AddressInfo;
  log.info({ url: `http://${address}:${bound}`, issuer }, "listening");

  const stop = (signal: string): void => {
    log.info({ signal }, "stopping");
    server.close(() => void connect.close().then(() => log.info("stopped")));
    server.closeIdleConnections();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
