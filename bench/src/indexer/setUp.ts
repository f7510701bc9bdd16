/* oxlint-disable typescript/no-misused-promises -- who calls them waits for what they return */
import { createTemplate, createTestDatabase, startTestPostgres, type TestDatabase } from "@portico/store/testing";
import { getChain, type RecordedChain } from "../chain/getChain.ts";
import { startReplay } from "../chain/startReplay.ts";
import type { Server } from "../startServer.ts";
import { indexOnce } from "./indexOnce.ts";
import type { Mode } from "./startIndexer.ts";

export interface IndexerSetUp {
  readonly chain: RecordedChain;
  readonly replay: Server;
  /** Number of Transfer events of the chain's tokens up to the head. */
  readonly transfers: number;
  /** Runs `work` with a separate, migrated database. */
  readonly withDatabase: <T>(work: (database: TestDatabase) => Promise<T>) => Promise<T>;
  /** Likewise, without the migrations. */
  readonly withEmptyDatabase: <T>(work: (database: TestDatabase) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/**
 * The recorded chain, its replay and a PostgreSQL: the product's own with its settings, without fsync, for every side.
 * Each mode runs twice beforehand: once so that every call is recorded, and once more on a replay that answers from memory
 * alone, which selects the logs of a filter when it is first asked.
 */
export async function setUpIndexer(log: (line: string) => void, modes: readonly Mode[]): Promise<IndexerSetUp> {
  const chain = await getChain(log);
  const { headBlock, transfersByBlock } = chain.info;
  const postgres = await startTestPostgres();
  const template = await createTemplate(postgres.url);
  const lend = async <T>(from: string, work: (database: TestDatabase) => Promise<T>): Promise<T> => {
    const database = await createTestDatabase({ serverUrl: postgres.url, template: from });
    return work(database).finally(database.drop);
  };
  const withDatabase = <T>(work: (database: TestDatabase) => Promise<T>) => lend(template, work);

  const warmUp = async ({ url: rpcUrl }: Server): Promise<void> => {
    for (const mode of modes) {
      const { ms } = await withDatabase(({ url }) => indexOnce({ databaseUrl: url, rpcUrl, headBlock, mode }));
      log(`${mode}: warm-up in ${(ms / 1000).toFixed(2)} s`);
    }
  };
  const first = await startReplay(chain);
  await warmUp(first);
  await first.stop();
  const replay = await startReplay(chain);
  await warmUp(replay);
  return {
    chain,
    replay,
    transfers: transfersByBlock.reduce((sum, count) => sum + count, 0),
    withDatabase,
    withEmptyDatabase: (work) => lend("template1", work),
    stop: async () => {
      await Promise.all([replay.stop(), postgres.stop()]);
    },
  };
}
