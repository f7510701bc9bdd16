#!/usr/bin/env node
import { createLog, runService, serveUntilSignal } from "@portico/server";
import { assertDevnetNodes } from "@portico/store";
import { startTelemetry } from "@portico/server/telemetry";
import { HELP, readConfig } from "./config.ts";
import { createConnect } from "./createConnect.ts";
import { createPages } from "./pages.ts";

await runService("connect", {
  help: HELP,
  start: async () => {
    const { host, port, logLevel, metricsAt, issuer: named, ...options } = readConfig(process.env);
    await assertDevnetNodes(options.databaseUrl, options.rpcUrls);
    const log = createLog("connect", logLevel);
    if (named === undefined && port === 0)
      throw new Error("PORTICO_CONNECT_URL must be set when PORTICO_CONNECT_PORT is 0");
    const issuer = named ?? `http://127.0.0.1:${port}`;
    const { metrics, close } = await startTelemetry("connect", { metricsAt, log });
    const connect = await createConnect({ ...options, issuer, log, metrics, pages: createPages({ issuer }) });
    await serveUntilSignal(connect.app, {
      host,
      port,
      log,
      close: async () => {
        await connect.close();
        await close();
      },
      details: { issuer },
    });
  },
});
