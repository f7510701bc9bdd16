/**
 * A process that charges accounts at random until SIGTERM, and journals the charges granted: see
 * processes.long.test.ts.
 */
import { closeDatabase, openDatabase } from "@portico/store";
import { randomInt } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createMeter } from "./createMeter.ts";
import type { Charge } from "./createSpender.ts";

const [, , url = "", name = "", file = "", ...accounts] = process.argv;
const journal = openSync(file, "a");
/** A line is written before the next charge, whatever happens to the process. */
const write = (line: string) => writeSync(journal, `${line}\n`);

const complain = (fields: object, text: string) => {
  const { units } = fields as { units?: number };
  if (units !== undefined) write(`uncounted ${JSON.stringify(fields)} ${text}`);
};
const db = openDatabase(url, { max: 3 });
const meter = createMeter({
  db,
  process: name,
  leaseSeconds: 5,
  flushMs: 200,
  log: { warn: () => undefined, error: complain },
});

const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());

const charges: { charge: Charge; nth: number; units: number }[] = [];
async function chargeOnce(): Promise<void> {
  const nth = randomInt(accounts.length);
  const units = randomInt(1, 20);
  try {
    const charge = await meter.charge({ accountId: accounts[nth] ?? "", keyId: name, operation: `o${nth}`, units });
    write(`charge ${nth} ${units}`);
    if (randomInt(10) === 0) charges.push({ charge, nth, units });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "units_exhausted" && code !== "metering_unavailable") throw error;
    await sleep(5);
  }
}
function refundOne(): void {
  const undone = charges.splice(randomInt(charges.length), 1)[0];
  undone?.charge.refund();
  if (undone) write(`charge ${undone.nth} ${-undone.units}`);
}

/** Lines written before a completed flush began are in the database. */
async function flushNow(id: number): Promise<void> {
  write(`begin ${id}`);
  await meter.flush().then(
    () => write(`end ${id}`),
    () => undefined,
  );
}

async function work(): Promise<void> {
  for (let round = 1; !stopping.signal.aborted; round++) {
    await Promise.all(Array.from({ length: randomInt(1, 20) }, chargeOnce));
    if (charges.length > 0 && randomInt(3) === 0) refundOne();
    if (round % 50 === 0) await flushNow(round);
    await sleep(randomInt(3));
  }
}

write("begin 0");
await Promise.all([work(), work()]);
await meter.close();
write("closed");
await closeDatabase(db);
