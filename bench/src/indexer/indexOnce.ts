import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type StartOptions, startIndexer, type Usage } from "./startIndexer.ts";

export interface IndexOptions extends StartOptions {
  readonly headBlock: number;
  /** Called when everything is stored, in a transaction that sees exactly that state. */
  readonly onReached?: (client: Client) => Promise<void>;
}

export interface Indexed extends Usage {
  /** From the start of the process, or of its work if it is warm. */
  readonly ms: number;
}

const LOOK_MS = 10;

/** Runs the indexer as a process until the chain is indexed as the mode requires. @throws if it exits before. */
export async function indexOnce(options: IndexOptions): Promise<Indexed> {
  const client = new Client({ connectionString: options.databaseUrl });
  await client.connect();
  const started = performance.now();
  const indexer = startIndexer(options);
  try {
    const began = options.isWarm ? await indexer.begin() : started;
    while (!(await isReached(client, options))) {
      indexer.check();
      await sleep(LOOK_MS);
    }
    const indexed = { ms: performance.now() - began, ...indexer.readUsage() };
    await options.onReached?.(client);
    return indexed;
  } finally {
    await client.end();
    await indexer.stop();
  }
}

/** If everything is stored, leaves the transaction open with that snapshot. */
async function isReached(client: Client, { headBlock, mode }: IndexOptions): Promise<boolean> {
  const column = mode === "events" ? "logs_block" : "balances_block";
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  const { rows } = await client.query<{ block: string | null }>(
    `SELECT ${column} AS block FROM chain_state WHERE chain = 'eth'`,
  );
  if (Number(rows[0]?.block ?? -1) >= headBlock) return true;
  await client.query("COMMIT");
  return false;
}
