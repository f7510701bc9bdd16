import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Benchmark, toRow } from "../benchmark.ts";
import { readResident } from "../readResident.ts";
import { startServer } from "../startServer.ts";
import { createFixture, OWNERS, ownerOf } from "./fixture.ts";
import { load } from "./load.ts";

const ROUNDS = 2;
const SECONDS = 10;
/** The memory must be returned within this time. */
const WAIT_SECONDS = 50;

const requestOf = (n: number) => ({ path: `/v1/user/token_list?id=${ownerOf((n * 7_919) % OWNERS)}&chain_id=eth` });

/** Resident memory of the API some time after 64 connections requested token lists, against that right after them. */
export const memoryAfterLoad: Benchmark = {
  names: ["api/memory-after-load"],
  async run({ folder, log }) {
    log("making 2 million balances");
    const { databaseUrl, accessKey, stop } = await createFixture(folder);
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const series = { ours: [] as number[], theirs: [] as number[] };
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        const server = await startServer(main, { DATABASE_URL: databaseUrl }, () => []);
        const { url, pid } = server;
        await load({ url, accessKey, requestOf, status: 200, connections: 64, seconds: SECONDS });
        series.theirs.push(readResident(pid));
        await sleep(WAIT_SECONDS * 1000);
        series.ours.push(readResident(pid));
        await server.stop();
        const [ours, theirs] = [series.ours.at(-1), series.theirs.at(-1)].map((size = 0) => Math.round(size));
        log(`round ${round} of ${ROUNDS}: ${theirs} MiB after the load, ${ours} MiB ${WAIT_SECONDS} s later`);
      }
    } finally {
      await stop();
    }
    const sides = { unit: "MiB", against: "MiB, right after the load", kind: "cost", goal: 1.5 } as const;
    return [toRow({ name: "api/memory-after-load", ...sides, ...series })];
  },
};
