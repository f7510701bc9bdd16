/** A service whose requests allocate short-lived garbage; `/memory` returns its resident bytes. */
import express from "express";
import { createLog } from "../log/createLog.ts";
import { serveUntilSignal } from "../service/serveUntilSignal.ts";

const held: object[][] = [];
const app = express()
  .get("/memory", (_req, res) => void res.json(process.memoryUsage().rss))
  .get("/work", (_req, res) => {
    held.push(Array.from({ length: 2_000 }, (_, n) => ({ n, text: `${n}` })));
    if (held.length > 200) held.shift();
    res.end();
  })
  .get("/done", (_req, res) => {
    held.length = 0;
    res.end();
  });
const close = async () => undefined;
await serveUntilSignal(app, { host: "127.0.0.1", port: 0, log: createLog("loaded", "info"), close });
