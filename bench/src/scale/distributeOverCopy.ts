import { chmodSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, distribute, openDatabase } from "@portico/store";
import { createOnNodes, dropDatabase } from "@portico/store/testing";
import { Client } from "pg";
import { type Benchmark, elapsed, toRow } from "../benchmark.ts";
import { fillBalances } from "../growth/fillBalances.ts";
import { readCitusUrl } from "./citusSide.ts";

const BALANCES = { usual: 1_000_000, long: 10_000_000 };
const NAME = "portico_bench_distribute";

/** How fast `distribute` moves balances, against COPY of the same rows from the coordinator's disk into a table like theirs. */
export const distributeOverCopy: Benchmark = {
  names: ["scale/distribute"],
  async run({ folder, isLong, log }) {
    const serverUrl = readCitusUrl(log);
    if (serverUrl === undefined) return [];
    await dropDatabase(serverUrl, NAME);
    const url = await createOnNodes(serverUrl, NAME);
    const client = new Client({ connectionString: url });
    try {
      const { balances } = await fillBalances(url, isLong ? BALANCES.long : BALANCES.usual);
      await client.connect();
      chmodSync(folder, 0o777); // the server writes there as its own user
      const file = join(folder, "balances");
      await client.query("create table copied (like balance including all)");
      await client.query(`copy balance to '${file}' (format binary)`);
      const copyMs = await elapsed(() => client.query(`copy copied from '${file}' (format binary)`));
      await client.query("drop table copied");
      await client.end();
      const db = openDatabase(url, { max: 1 });
      const tables: string[] = [];
      const distributeMs = await elapsed(() => distribute(db, { onTable: ({ name }) => void tables.push(name) }));
      await closeDatabase(db);
      log(
        `${balances} balances: ${tables.length} tables distributed in ${seconds(distributeMs)}, copied in ${seconds(copyMs)}`,
      );
      const [ours, theirs] = [distributeMs, copyMs].map((ms) => [(balances / ms) * 1000]) as [number[], number[]];
      const against = "rows/s, COPY into one table";
      return [toRow({ name: "scale/distribute", unit: "rows/s", against, kind: "rate", goal: 0.5, ours, theirs })];
    } finally {
      await client.end();
      await dropDatabase(serverUrl, NAME);
    }
  },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
