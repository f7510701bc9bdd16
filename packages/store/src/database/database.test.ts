import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase, inTransaction, openDatabase, withClient } from "./database.ts";
import { isDatabaseAway } from "./databaseAway.ts";
import { createTestDatabase, startTcpProxy } from "../testing/index.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const countConnections = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database()`.execute(db);
  return rows[0]?.n ?? 0;
};

test("an int8 is read as bigint, a numeric as digits, a bytea as PostgreSQL's text format", async () => {
  const { rows } = await sql`
    select 9223372036854775807::int8 as int8, 1::int4 as int4, 1.50::numeric as numeric, '\\x00ff'::bytea as bytea
  `.execute(db);
  expect(rows).toEqual([{ int8: 2n ** 63n - 1n, int4: 1, numeric: "1.50", bytea: "\\x00ff" }]);
});

test("statements are not compiled, whatever the server's default is", async () => {
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set jit = on`.execute(db);
  const opened = openDatabase(url);
  const { rows } = await sql<{ jit: string; default: string }>`
    select current_setting('jit') as jit, reset_val as default from pg_settings where name = 'jit'`.execute(opened);
  await closeDatabase(opened);
  expect(rows).toEqual([{ jit: "off", default: "on" }]);
});

test("a transaction that throws is rolled back, and one that resolves is committed", async () => {
  await sql`create table kept (n int)`.execute(db);
  const failing = inTransaction(db, async (tx) => {
    await sql`insert into kept values (1)`.execute(tx);
    await sql`insert into nowhere values (1)`.execute(tx);
  });
  await expect(failing).rejects.toThrow('relation "nowhere" does not exist');
  const result = await inTransaction(db, async (tx) => {
    await sql`insert into kept values (2)`.execute(tx);
    return "done";
  });
  expect(result).toBe("done");
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 2 }]);
});

test("an error that the work caught still fails the transaction", async () => {
  const swallowing = inTransaction(db, async (tx) => {
    await sql`insert into nowhere values (1)`.execute(tx).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("rolled back");
});

test("concurrent transactions share the pool, and return every connection", async () => {
  const store = openDatabase(url, { max: 2 });
  const work = Array.from({ length: 20 }, (_, i) =>
    inTransaction(store, async (tx) => {
      await sql`select pg_sleep(0.01)`.execute(tx);
      if (i % 2) throw new Error("odd");
    }).catch(() => undefined),
  );
  await Promise.all(work);
  await sql`select 1`.execute(store);
  await closeDatabase(store);
  expect(await countConnections()).toBeLessThanOrEqual(5);
});

test("connections closed by the server are replaced", async () => {
  const store = openDatabase(url, { max: 2 });
  await sql`select 1`.execute(store);
  const cut = inTransaction(store, async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(cut).rejects.toThrow("terminating connection");
  expect((await sql`select 1 as one`.execute(store)).rows).toEqual([{ one: 1 }]);
  await closeDatabase(store);
});

test("an idle transaction is ended, and releases its locks", async () => {
  const limit = sql<{ of: string }>`select current_setting('idle_in_transaction_session_timeout') as of`;
  await sql`create table held as select 1 as n`.execute(db);
  const still = inTransaction(db, async (tx) => {
    expect((await limit.execute(tx)).rows).toEqual([{ of: "10s" }]);
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx); // as if it had been idle for longer
    await sql`update held set n = 2`.execute(tx);
    await sql`update held set n = 3`.execute(db);
    await sql`select 1`.execute(tx);
  });
  const error: unknown = await still.catch((reason: unknown) => reason);
  expect([error, isDatabaseAway(error)]).toMatchObject([{ code: "25P03" }, true]);
  expect((await sql`select n from held`.execute(db)).rows).toEqual([{ n: 3 }]);
  expect((await limit.execute(db)).rows).toEqual([{ of: "0" }]);
});

test("a transaction that waits for other work continues afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const result = inTransaction(db, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 300`.execute(tx); // instead of 10 s
    for (let nth = 0; nth < 6; nth++) {
      await sleep(100);
      vi.advanceTimersByTime(2_500);
    }
    return (await sql<{ n: number }>`select 1 as n`.execute(tx)).rows;
  }).finally(() => vi.useRealTimers());
  expect(await result).toEqual([{ n: 1 }]);
});

test("an ended transaction can't be written to", async () => {
  const tx = await inTransaction(db, async (it) => it);
  await expect(withClient(tx, async () => undefined)).rejects.toThrow("its transaction has ended");
});

test("a connection that breaks during a query fails that query only", async () => {
  const proxy = await startTcpProxy(url);
  const broken = proxy.db;
  await sql`select 1`.execute(broken);
  const waiting = sql`select pg_sleep(60)`.execute(broken);
  await vi.waitFor(async () => expect(await countConnections()).toBeGreaterThan(1));
  proxy.cut();
  await expect(waiting).rejects.toThrow(/ECONNRESET|terminated/);
  proxy.mend();
  expect((await sql`select 1 as n`.execute(broken)).rows).toEqual([{ n: 1 }]);
  await proxy.stop();
});

test("a connection that falls silent is replaced", async () => {
  const proxy = await startTcpProxy(url);
  for (const prepares of [false, true]) {
    const store = openDatabase(proxy.url, { max: 1, answerMs: 300, prepares });
    const query = async (tx = store) => (await sql<{ n: number }>`select ${1}::int as n`.execute(tx)).rows;
    expect(await query()).toEqual([{ n: 1 }]);
    proxy.silence();
    const [alone, waiting] = await Promise.allSettled([query(), query()]);
    expect(alone).toMatchObject({ status: "rejected", reason: { message: "Query read timeout" } });
    expect([alone, waiting].map((one) => one.status === "rejected" && isDatabaseAway(one.reason))).toEqual([
      true,
      true,
    ]);
    await vi.waitFor(async () => expect(await query()).toEqual([{ n: 1 }]));
    proxy.silence();
    const within: unknown = await inTransaction(store, async (tx) => query(tx)).catch((error: unknown) => error);
    expect(isDatabaseAway(within)).toBe(true);
    expect(await inTransaction(store, async (tx) => query(tx))).toEqual([{ n: 1 }]);
    await closeDatabase(store);
  }
  await proxy.stop();
});

test("an abandoned query ends on the server as well, so that no more run there than the pool has connections", async () => {
  const store = openDatabase(url, { max: 2, answerMs: 100 });
  await sql`create table locked ()`.execute(db);
  await inTransaction(db, async (tx) => {
    await sql`lock table locked`.execute(tx);
    const query = () => sql`select from locked`.execute(store);
    for (let nth = 0; nth < 4; nth++) {
      const results = await Promise.allSettled([query(), query()]);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    }
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toEqual([{ n: 0 }]));
  });
  await closeDatabase(store);
});

test("queries of a transaction after an abandoned one fail as an unavailable database", async () => {
  const store = openDatabase(url, { max: 1, answerMs: 100 });
  const work = inTransaction(store, (tx) =>
    sql`select pg_sleep(1)`
      .execute(tx)
      .catch(() => undefined)
      .then(() => sql`select 1`.execute(tx)),
  );
  expect(isDatabaseAway(await work.catch((error: unknown) => error))).toBe(true);
  await closeDatabase(store);
});
