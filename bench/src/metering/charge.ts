import { setImmediate as breathe } from "node:timers/promises";
import { createMeter } from "@portico/metering";
import { closeDatabase, createAccount, grantUnits, migrate, openDatabase, type Store } from "@portico/store";
import { dropDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { type Benchmark, toRow } from "../benchmark.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";

const rounds = 5;
const ROUND_MS = 2000;
const ACCOUNTS = 20;
const CALLERS = 25;
/** Units per call, in rotation. */
const COSTS = [1, 2, 4, 10];
/** Lets timers and sockets run in between, as they do between requests. */
const CHARGES_AT_ONCE = 50;

type ChargeOnce = (accountId: string, units: number) => unknown;

/** Charges/s of callers that send the next charge as soon as one completes. */
async function measureRound(accounts: readonly string[], charge: ChargeOnce): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let charged = 0;
  const call = async (caller: number) => {
    for (let nth = caller; performance.now() < until; nth++) {
      await charge(accounts[nth % ACCOUNTS]!, COSTS[nth % COSTS.length]!);
      charged++;
      if (nth % CHARGES_AT_ONCE === 0) await breathe();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return (charged * 1000) / ROUND_MS;
}

/** The usual approach: one statement per call that updates the balance. */
const updateOnce =
  (db: Store): ChargeOnce =>
  async (accountId, units) => {
    const { numAffectedRows } = await sql`
      update account set balance = balance - ${units} where id = ${accountId} and balance >= ${units}`.execute(db);
    if (numAffectedRows !== 1n) throw new Error(`${accountId} was not charged`);
  };

/** Whether counting units costs a request less than a statement. */
export const meteringCharge: Benchmark = {
  names: ["metering/charge"],
  async run({ folder, log }) {
    const postgres = await startBenchPostgres(folder);
    const db = openDatabase(await createEmptyDatabase(postgres.url, "metering"), { max: 10 });
    try {
      await migrate(db);
      return [await measure(db, log)];
    } finally {
      await closeDatabase(db);
      await dropDatabase(postgres.url, "metering");
      await postgres.stop();
    }
  },
};

async function measure(db: Store, log: (line: string) => void) {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createAccount(db, { name: "bench" })));
  const ids = accounts.map(({ id }) => id);
  for (const accountId of ids) await grantUnits(db, { accountId, amount: 1e12, reason: "bench", actor: "bench" });
  const complain = (_: object, text: string) => log(text);
  const meter = createMeter({ db, log: { warn: complain, error: complain } });
  const byMeter: ChargeOnce = (accountId, units) =>
    meter.charge({ accountId, keyId: "key", operation: "bench", units });
  const series = { ours: [] as number[], theirs: [] as number[] };
  await measureRound(ids, byMeter); // warm-up
  for (let round = 1; round <= rounds; round++) {
    const [ours, theirs] = [await measureRound(ids, byMeter), await measureRound(ids, updateOnce(db))];
    series.ours.push(ours);
    series.theirs.push(theirs);
    log(`round ${round} of ${rounds}: ${Math.round(ours)} charges/s, ${Math.round(theirs)} by an UPDATE each`);
  }
  await meter.close();
  const against = "charges/s, an UPDATE each";
  return toRow({ name: "metering/charge", unit: "charges/s", against, kind: "rate", goal: 10, ...series });
}
