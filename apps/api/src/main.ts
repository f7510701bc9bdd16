#!/usr/bin/env node
import { createLog, runService, serveUntilSignal } from "@portico/http";
import { HELP, readConfig } from "./config.ts";
import { createApi } from "./createApi.ts";

await runService("api", {
  help: HELP,
  start: async () => {
    const { host, port, logLevel, ...options } = readConfig(process.env);
    const log = createLog("api", logLevel);
    const api = await createApi({ ...options, log });
    await serveUntilSignal(api.app, { host, port, log, close: api.close });
  },
});
