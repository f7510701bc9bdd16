/**
 * `node loadTokensMain.ts`: loads all tokens of eth in DATABASE_URL, as the API does, again and again: into a new table, and into
 * the same one after every price has changed. Prints the longest pauses of the event loop as JSON, in milliseconds.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createTokenTable, type TokenTable } from "@portico/api";
import { closeDatabase, openDatabase } from "@portico/store";
import { sql } from "kysely";

const ROUNDS = 9;
const RESOLUTION_MS = 1;

const db = openDatabase(process.env["DATABASE_URL"] ?? "", { max: 4 });

async function pauseOf(table: TokenTable): Promise<number> {
  await sleep(100);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await table.refresh({ chain: "eth", addresses: undefined });
  delay.disable();
  return delay.max / 1e6 - RESOLUTION_MS; // it counts the timer's own interval
}

const pauses: Record<"first" | "again", number[]> = { first: [], again: [] };
for (let round = 0; round < ROUNDS; round++) {
  const table = createTokenTable(db);
  pauses.first.push(await pauseOf(table));
  await sql`UPDATE price SET usd = usd + 0.01`.execute(db);
  pauses.again.push(await pauseOf(table));
}
await closeDatabase(db);
console.log(JSON.stringify(pauses));
