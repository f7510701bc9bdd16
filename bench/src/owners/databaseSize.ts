import { startDevnet } from "@portico/devnet";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { sql } from "kysely";
import type { Address } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";
import { indexOnce } from "../indexer/indexOnce.ts";
import { followOwners } from "./followOwners.ts";

const SIZE = { people: 300, transactions: 10_000, days: 10 };
/** One user in ten is followed. */
const FOLLOWED = 30;
const ROUNDS = 2;

/** Bytes that the same owners' data takes in a database of a whole chain: followed only, and in a full index. */
export const ownersDatabaseSize: Benchmark = {
  names: ["owners/database"],
  async run({ log }) {
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size: SIZE }), startTestPostgres()]);
    const template = await createTemplate(postgres.url);
    const { rpcUrl = "", blockCount: headBlock = 0 } = devnet.chains.eth ?? {};
    /** kB of the database once the chain is indexed. @param owners - undefined: full. */
    const measure = async (owners: readonly Address[] | undefined): Promise<number> => {
      const database = await createTestDatabase({ serverUrl: postgres.url, template });
      try {
        if (owners !== undefined) await followOwners(database.db, owners, 0n);
        const env = { PORTICO_PRICE_DAYS: "0" };
        await indexOnce({ databaseUrl: database.url, rpcUrl, headBlock, mode: "full", env });
        await sql`vacuum full`.execute(database.db);
        const { rows } = await sql<{ bytes: bigint }>`
          select pg_database_size(current_database()) as bytes`.execute(database.db);
        return Number(rows[0]!.bytes) / 1_000;
      } finally {
        await database.drop();
      }
    };
    const sizes = { owners: [] as number[], full: [] as number[] };
    try {
      const owners = devnet.users.slice(1, 1 + FOLLOWED).map((owner): Address => `0x${owner.slice(2).toLowerCase()}`);
      for (let round = 1; round <= ROUNDS; round++) {
        const [none, followed, full] = [await measure([]), await measure(owners), await measure(undefined)];
        sizes.owners.push((followed - none) / FOLLOWED);
        sizes.full.push((full - none) / FOLLOWED);
        log(
          `round ${round} of ${ROUNDS}: ${Math.round(none)} kB without owners, ${Math.round(followed)} with ${FOLLOWED}, ` +
            `${Math.round(full)} in full with ${SIZE.people} users, ${headBlock} blocks`,
        );
      }
    } finally {
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
    const sides = { unit: "kB/owner", against: "full, of 10 times the owners", kind: "cost", goal: 3 } as const;
    return [toRow({ ...sides, name: "owners/database", ours: sizes.owners, theirs: sizes.full })];
  },
};
