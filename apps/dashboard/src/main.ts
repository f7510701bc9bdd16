#!/usr/bin/env node
import { createLog, runService, serveUntilSignal } from "@portico/server";
import { addOperatorCatalogue } from "@portico/protocols";
import { startTelemetry } from "@portico/server/telemetry";
import { HELP, readConfig } from "./config.ts";
import { createDashboard } from "./server/createDashboard.ts";
import { WEB_FOLDER } from "./webFolder.ts";

await runService("dashboard", {
  help: HELP,
  start: async () => {
    addOperatorCatalogue(process.env);
    const { host, port, logLevel, metricsAt, url: named, ...options } = readConfig(process.env);
    if (named === undefined && port === 0)
      throw new Error("PORTICO_DASHBOARD_URL must be set when PORTICO_DASHBOARD_PORT is 0");
    const url = named ?? `http://127.0.0.1:${port}`;
    const log = createLog("dashboard", logLevel);
    const { metrics, close } = await startTelemetry("dashboard", { metricsAt, log });
    const dashboard = await createDashboard({ ...options, url, log, metrics, webFolder: WEB_FOLDER });
    await serveUntilSignal(dashboard.app, {
      host,
      port,
      log,
      close: async () => {
        await dashboard.close();
        await close();
      },
      details: { at: url },
    });
  },
});
