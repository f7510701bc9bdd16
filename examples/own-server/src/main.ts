/** `OWN_SERVER_KEY=… node src/main.ts`: listens on PORT, default 4007; without a key it creates one and prints it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { createContractRouter } from "./contractRouter.ts";
import { createApp } from "./createApp.ts";
import { createLedger } from "./ledger.ts";
import { operations } from "./operations.ts";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const { OWN_SERVER_KEY, PORT: port = "4007" } = process.env;
const key = OWN_SERVER_KEY ?? randomBytes(16).toString("hex");
const known = hash(key);

const isKey = (given: string): boolean => timingSafeEqual(hash(given), known);
const router = await createContractRouter({ operations, ledger: createLedger(), isKey });
/** Limits slow clients; by default Node checks only every 30 s. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
createServer(limits, createApp(router))
  .listen(Number(port), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${port}${OWN_SERVER_KEY === undefined ? `, AccessKey: ${key}` : ""}`);
  })
  .on("error", ({ message }) => {
    console.error(`${message}: choose another PORT`);
    process.exitCode = 1;
  });
