import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConnectionInfo } from "./connectionInfo.ts";
import { closeDatabase, inTransaction, openDatabase } from "./database.ts";
import { copyLegs } from "../history/legs.ts";
import { migrate } from "../migrations/migrate.ts";
import { hasPgBouncer, startPgBouncer, type PgBouncer } from "../testing/pgBouncer.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { withTimeLimit } from "./timeLimit.ts";

describe.skipIf(!hasPgBouncer())("PgBouncer in transaction mode", async () => {
  const { url, drop } = await createTestDatabase();
  let pooler: PgBouncer;
  beforeAll(async () => {
    pooler = await startPgBouncer(url, { poolSize: 2 });
  });
  afterAll(async () => {
    await pooler.stop();
    await drop();
  });

  test("statements of many connections, also in transactions, do not collide with those prepared by others", async () => {
    const pools = [
      openDatabase(pooler.url, { max: 8, prepares: true }),
      openDatabase(pooler.url, { max: 8, prepares: true }),
    ];
    const query = async (n: number) => {
      const db = pools[n % 2]!;
      const add = (plus: number) => sql<{ n: number }>`select ${n}::int + ${plus}::int as n`;
      const { rows } = n % 3 === 0 ? await inTransaction(db, (tx) => add(1).execute(tx)) : await add(1).execute(db);
      return rows[0]!.n - 1;
    };
    const requested = Array.from({ length: 400 }, (_, n) => n);
    expect(await Promise.all(requested.map(query))).toEqual(requested);
    await Promise.all(pools.map(closeDatabase));
  });

  test("migrations, COPY and limited reads work through it", async () => {
    const db = openDatabase(pooler.url, { max: 3 });
    expect(await migrate(db)).toEqual([]);
    await inTransaction(db, (tx) => copyLegs(tx, "eth", []));
    const isCanceled = { code: "57014" };
    await expect(withTimeLimit(db, 50, (client) => client.query("select pg_sleep(5)"))).rejects.toMatchObject(
      isCanceled,
    );
    await closeDatabase(db);
  });

  test("PgBouncer is detected, and so is whether notifications arrive", async () => {
    expect(await readConnectionInfo(url, url)).toEqual({ isPooled: false, receivesNotifications: true });
    expect(await readConnectionInfo(pooler.url, pooler.url)).toEqual({ isPooled: true, receivesNotifications: false });
    expect(await readConnectionInfo(pooler.url, url)).toEqual({ isPooled: true, receivesNotifications: true });
  });
});
