import { join } from "node:path";
import { runIndexer } from "@portico/indexer";
import { startPocket } from "@portico/pocket";
import { closeDatabase, findChainState, openDatabase, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { startServer } from "../startServer.ts";
import { type Benchmark, elapsed, toRow } from "../benchmark.ts";

const rounds = 7;
const transactions = 20_000;

/** Indexes the chain from genesis to its head. @returns milliseconds from the first request until every balance is true. */
async function index(db: Store, rpcUrl: string): Promise<number> {
  const ending = new AbortController();
  const chains = [{ chain: "eth", rpcUrls: [rpcUrl], startBlock: 0n }];
  return elapsed(async () => {
    const running = runIndexer({ db, chains, log: pino({ level: "warn" }), signal: ending.signal, pollMs: 20 });
    while (!(await findChainState(db, "eth"))?.balances) await new Promise((resolve) => setTimeout(resolve, 10));
    ending.abort();
    await running;
  });
}

/** Both tables by COPY, from files on the server's own disk: as fast as PostgreSQL takes these rows at all. */
const copy = (db: Store, folder: string): Promise<number> =>
  elapsed(async () => {
    for (const table of ["leg", "balance"]) {
      await sql`COPY ${sql.table(table)} FROM ${sql.lit(join(folder, table))} (FORMAT binary)`.execute(db);
    }
  });

async function countRows(db: Store): Promise<{ transfers: number; blocks: number }> {
  const { rows } = await sql<{ transfers: number; blocks: number }>`
    SELECT (SELECT count(*)::int FROM leg WHERE is_inbound) AS transfers,
      (SELECT logs_block::int + 1 FROM chain_state) AS blocks`.execute(db);
  return rows[0] ?? { transfers: 0, blocks: 0 };
}

/** The folder where the server's process may write. */
async function serverFolder(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 });
  const { rows } = await sql<{ folder: string }>`SELECT current_setting('data_directory') AS folder`.execute(db);
  await closeDatabase(db);
  return rows[0]?.folder ?? "";
}

/**
 * Transfers/s of the whole pipeline: blocks, logs, traces, balances read at the head, tokens, prices. The chain is
 * replayed from memory by a process of its own.
 */
export const transfersOverCopy: Benchmark = {
  names: ["indexer/transfers-over-copy"],
  async run({ log }) {
    log(`making a chain of ${transactions} transactions`);
    const [pocket, postgres] = await Promise.all([
      startPocket({ chains: ["eth"], size: { transactions } }),
      startTestPostgres(),
    ]);
    const template = await createTemplate(postgres.url);
    const node = pocket.chains.eth?.rpcUrl ?? "";
    const replay = await startServer(join(import.meta.dirname, "replay.ts"), {}, (port) => [String(port), node]);
    const folder = await serverFolder(postgres.url);
    const times = { ours: [] as number[], copy: [] as number[] };
    let counted = { transfers: 0, blocks: 0 };
    try {
      const first = await createTestDatabase({ serverUrl: postgres.url, template });
      log(`recorded in ${((await index(first.db, replay.url)) / 1000).toFixed(2)} s`);
      await first.drop();
      for (let round = 1; round <= rounds; round++) {
        const indexed = await createTestDatabase({ serverUrl: postgres.url, template });
        times.ours.push(await index(indexed.db, replay.url));
        counted = await countRows(indexed.db);
        for (const table of ["leg", "balance"]) {
          await sql`COPY ${sql.table(table)} TO ${sql.lit(join(folder, table))} (FORMAT binary)`.execute(indexed.db);
        }
        await indexed.drop();

        const copied = await createTestDatabase({ serverUrl: postgres.url, template });
        times.copy.push(await copy(copied.db, folder));
        await copied.drop();
        const seconds = (times.ours.at(-1) ?? 0) / 1000;
        log(
          `round ${round} of ${rounds}: ${counted.blocks} blocks, ${counted.transfers} transfers in ${seconds.toFixed(2)} s, ${Math.round(counted.blocks / seconds)} blocks/s`,
        );
      }
    } finally {
      await Promise.all([replay.stop(), pocket.stop(), postgres.stop()]);
    }
    const perSecond = (ms: number) => counted.transfers / (ms / 1000);
    const sides = { unit: "transfers/s", against: "transfers/s, COPY", kind: "rate", goal: 0.4 } as const;
    return [
      toRow({
        ...sides,
        name: "indexer/transfers-over-copy",
        ours: times.ours.map(perSecond),
        theirs: times.copy.map(perSecond),
      }),
    ];
  },
};
