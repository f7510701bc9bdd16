// Exits with 0 if the app of this container responds, else with 1: the image's HEALTHCHECK. The app is that of process 1.
import { readFileSync } from "node:fs";
import { get } from "node:http";

/** Where each listens, unless PORTICO_<APP>_PORT is set. */
const PORTS = { api: 4000, connect: 4001, dashboard: 4002, docs: 4003, explorer: 4006, mcp: 4008, mock: 4004 };

const command = readFileSync("/proc/1/cmdline", "utf8").replaceAll("\0", " ");
const app = /\/portico\/(\w+)\/main\.js/.exec(command)?.[1] ?? "";
const setting = app === "indexer" ? "PORTICO_INDEXER_METRICS_PORT" : `PORTICO_${app.toUpperCase()}_PORT`;
const port = process.env[setting] ?? PORTS[app];

// A command that ends, or an indexer without that setting: there is nothing to ask.
if (port !== undefined) {
  get(`http://127.0.0.1:${port}/healthz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
    "error",
    () => process.exit(1),
  );
}
