import { join } from "node:path";
import { closeDatabase, createAccessKey, createAccount, grantUnits, openDatabase, readUnits } from "@portico/store";
import { createFixture, OWNERS, ownerOf } from "../api/fixture.ts";
import { load } from "../api/load.ts";
import { type Benchmark, type Context, toRow } from "../benchmark.ts";
import { startServer } from "../startServer.ts";

/** Many short ones, so that other load on the machine affects both sides alike. */
const rounds = 31;
const SECONDS = 1;
const GRANTED = 1e12;

/** Visits every owner once before any repeats, so that caches have no effect. */
const requestOf = (n: number) => ({ path: `/v1/user/token_list?id=${ownerOf((n * 7_919) % OWNERS)}&chain_id=eth` });

/** The key of an account with units; the fixture's own key has no account, so its usage isn't counted. */
async function createMeteredKey(databaseUrl: string) {
  const db = openDatabase(databaseUrl, { max: 1 });
  const { id: accountId } = await createAccount(db, { name: "bench" });
  await grantUnits(db, { accountId, amount: GRANTED, reason: "bench", actor: "bench" });
  const { key } = await createAccessKey(db, { name: "metered", accountId, isUnlimited: true });
  const used = async () => (await readUnits(db, accountId))?.days[0]?.used ?? 0;
  return { key, used, close: () => closeDatabase(db) };
}

async function measure({ log }: Context, url: string, keys: { metered: string; free: string }) {
  const request = async (accessKey: string, seconds: number) =>
    (await load({ url, accessKey, requestOf, status: 200, connections: 32, seconds })).requestsPerSecond;
  const series = { ours: [] as number[], theirs: [] as number[] };
  for (const key of Object.values(keys)) await request(key, 2); // warm-up
  for (let round = 1; round <= rounds; round++) {
    const sides = [
      async () => series.ours.push(await request(keys.metered, SECONDS)),
      async () => series.theirs.push(await request(keys.free, SECONDS)),
    ];
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    const [ours, theirs] = [series.ours.at(-1), series.theirs.at(-1)].map((rate = 0) => Math.round(rate));
    log(`round ${round} of ${rounds}: ${ours} requests/s with metering, ${theirs} without`);
  }
  return series;
}

/**
 * The cost of counting units in the API: one server, requested alternately with a key of an account and with a key
 * without one.
 */
export const meteringCost: Benchmark = {
  names: ["metering/with-over-without"],
  async run(context) {
    context.log("making 2 million balances");
    const fixture = await createFixture(context.folder);
    const metered = await createMeteredKey(fixture.databaseUrl);
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const env = { DATABASE_URL: fixture.databaseUrl, PORTICO_RATE_PER_IP: "1000000" };
    const server = await startServer(main, env, () => []);
    try {
      const series = await measure(context, server.url, { metered: metered.key, free: fixture.accessKey });
      await server.stop(); // reports its counts
      if ((await metered.used()) === 0) throw new Error("The server did not count the units");
      const against = "requests/s, a key of no account";
      const sides = { unit: "requests/s", against, kind: "rate", goal: 0.97 } as const;
      return [toRow({ name: "metering/with-over-without", ...sides, ...series })];
    } finally {
      await server.stop();
      await metered.close();
      await fixture.stop();
    }
  },
};
