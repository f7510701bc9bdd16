#!/usr/bin/env node
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createLog, runService, serveUntilSignal } from "@portico/server";
import { startTelemetry } from "@portico/server/telemetry";
import { closeDatabase, openDatabase, REQUEST_ANSWER_MS } from "@portico/store";
import packageJson from "../package.json" with { type: "json" };
import { HELP, readHttpConfig, readStdioConfig } from "./config.ts";
import { createMcpServer } from "./createMcpServer.ts";
import { createMcpApp, MCP_PATH } from "./http/createMcpApp.ts";

const { version } = packageJson;

/** To the database, for tokens alone. */
const CONNECTIONS = 5;

await runService("mcp", { help: HELP, start: process.argv.includes("--stdio") ? serveStdio : serveHttp });

/** Until standard input ends. Nothing but messages is written to standard output. */
async function serveStdio(): Promise<void> {
  const { accessKey, ...options } = readStdioConfig(process.env);
  const mcp = createMcpServer({ ...options, version, caller: { accessKey } });
  process.stdin.once("end", () => void mcp.close());
  await mcp.connect(new StdioServerTransport());
}

async function serveHttp(): Promise<void> {
  const { host, port, logLevel, metricsAt, oauth, ...options } = readHttpConfig(process.env);
  const log = createLog("mcp", logLevel);
  const { metrics, close } = await startTelemetry("mcp", { metricsAt, log });
  const db =
    oauth && openDatabase(oauth.databaseUrl, { max: CONNECTIONS, prepares: true, answerMs: REQUEST_ANSWER_MS });
  const app = createMcpApp({ ...options, version, log, metrics, oauth: oauth && db && { ...oauth, db } });
  await serveUntilSignal(app, {
    host,
    port,
    log,
    close: async () => {
      if (db !== undefined) await closeDatabase(db);
      await close();
    },
    details: { at: `${options.url}${MCP_PATH}` },
  });
}
