#!/usr/bin/env node
import { createLog, runService, serveUntilSignal } from "@portico/server";
import { assertDevnetNodes } from "@portico/store";
import { startTelemetry } from "@portico/server/telemetry";
import { addOperatorCatalogue } from "@portico/protocols";
import { HELP, readConfig } from "./config.ts";
import { createApi } from "./createApi.ts";

await runService("api", {
  help: HELP,
  start: async () => {
    addOperatorCatalogue(process.env);
    const { host, port, logLevel, metricsAt, ...options } = readConfig(process.env);
    await assertDevnetNodes(options.databaseUrl, options.rpcUrls);
    const log = createLog("api", logLevel);
    const { metrics, close } = await startTelemetry("api", { metricsAt, log });
    const api = await createApi({ ...options, log, metrics });
    await serveUntilSignal(api.app, {
      host,
      port,
      log,
      close: async () => {
        await api.close();
        await close();
      },
    });
  },
});
