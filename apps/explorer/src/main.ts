#!/usr/bin/env node
import { createLog, runService, serveUntilSignal } from "@portico/server";
import { startTelemetry } from "@portico/server/telemetry";
import { HELP, readConfig } from "./config.ts";
import { createExplorer } from "./server/createExplorer.ts";
import { WEB_FOLDER } from "./webFolder.ts";

await runService("explorer", {
  help: HELP,
  start: async () => {
    const { host, port, logLevel, metricsAt, url: publicUrl, ...options } = readConfig(process.env);
    if (publicUrl === undefined && port === 0)
      throw new Error("PORTICO_EXPLORER_URL must be set when PORTICO_EXPLORER_PORT is 0");
    const url = publicUrl ?? `http://127.0.0.1:${port}`;
    const log = createLog("explorer", logLevel);
    const { metrics, close } = await startTelemetry("explorer", { metricsAt, log });
    const explorer = await createExplorer({ ...options, url, log, metrics, webFolder: WEB_FOLDER });
    await serveUntilSignal(explorer.app, {
      host,
      port,
      log,
      close: async () => {
        await explorer.close();
        await close();
      },
      details: { at: url },
    });
  },
});
