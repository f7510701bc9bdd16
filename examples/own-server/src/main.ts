/** `OWN_SERVER_KEY=… node src/main.ts`: listens on PORT, 4006 without it. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createContractRouter } from "./contractRouter.ts";
import { createApp } from "./createApp.ts";
import { createLedger } from "./ledger.ts";
import { operations } from "./operations.ts";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const { OWN_SERVER_KEY: key = "any-key", PORT: port = "4006" } = process.env;
const known = hash(key);

const isKey = (given: string): boolean => timingSafeEqual(hash(given), known);
const router = await createContractRouter({ operations, ledger: createLedger(), isKey });
createApp(router).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
