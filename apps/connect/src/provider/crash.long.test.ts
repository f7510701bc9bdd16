import { ensureArtefact } from "@portico/artefacts";
import { startProcess, type TestProcess } from "@portico/server/testing";
import { createOauthApp, createOauthClient } from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { authorizeUrl, basic, exchange, refresh, type Target } from "../testing/client.ts";
import { TestUser } from "../testing/testUser.ts";
import { CALLBACK } from "../testing/startTestConnect.ts";

const MAIN = await ensureArtefact("connect");
const LOCK = 24;

const { db, url, drop } = await createTestDatabase();
const appId = await createOauthApp(db, { name: "Test app", siteUrl: "https://app.example" });
const client = await createOauthClient(db, { appId, redirectUris: [CALLBACK] });

type Service = Target & Pick<TestProcess, "child" | "end">;
const running: Service[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ end }) => end));
  await drop();
});

/** The service as its own process, on the one database. */
async function start(port: number): Promise<Service> {
  const issuer = `http://127.0.0.1:${port}`;
  const service = startProcess(MAIN, [], {
    DATABASE_URL: url,
    PORTICO_CONNECT_PORT: String(port),
    PORTICO_CONNECT_URL: issuer,
    PORTICO_TRUSTED_PROXIES: "127.0.0.1",
    PORTICO_LOG_LEVEL: "info",
  });
  await service.url();
  const started = { child: service.child, end: service.end, issuer, client };
  running.push(started);
  return started;
}

const by = (address: string) => ({ "x-forwarded-for": address });

test("T23: 50 wrong secrets of one client are soon rejected unchecked, at two processes; the right one works from elsewhere", async () => {
  const services = [await start(await freePort()), await start(await freePort())];
  const guess = (at: number) =>
    exchange(services[at % 2]!, "x", {
      authorization: basic({ ...client, secret: "wrong" }),
      headers: by("192.0.2.1"),
    });
  const replies = [];
  for (let at = 0; at < 50; at++) replies.push(await guess(at));
  const looked = replies.filter(({ status }) => status === 401).length;
  const refused = replies.filter(({ status }) => status === 429);
  expect(looked).toBeLessThan(30); // 20, concurrent ones, and each process's first one beyond
  expect(looked + refused.length).toBe(50);
  for (const { headers, body } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body.error).toBe("temporarily_unavailable");
  }
  for (const service of services) {
    expect((await exchange(service, "x", { headers: by("192.0.2.1") })).status).toBe(429);
    expect((await exchange(service, "x", { headers: by("192.0.2.2") })).body.error).toBe("invalid_grant");
  }
});

test.each(["AccessToken", "RefreshToken"])(
  "T24: kill -9 after the code was consumed and before the %s is stored: no token, the code stays used, a new sign-in works",
  async (model) => {
    const port = await freePort();
    const service = await start(port);
    const user = new TestUser(service.issuer);
    const link = authorizeUrl(service, { scope: "user:base:read" });
    const code = (await user.authorize(link)).searchParams.get("code")!;

    await sql`create or replace function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(24); return new; end $$`.execute(db);
    await sql`create trigger hold before insert on oauth_artifact for each row
      when (new.model = ${sql.lit(model)}) execute function hold()`.execute(db);
    const holder = await holdLock();
    const lost = exchange(service, code).then(
      () => "answered",
      () => "cut off",
    );
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    service.child.kill("SIGKILL");
    expect(await lost).toBe("cut off");
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(
      db,
    ); // what the process had not sent
    await holder.release();
    await sql`drop trigger hold on oauth_artifact`.execute(db);

    const { rows } = await sql<{ consumed: boolean }>`
      select consumed_at is not null as consumed from oauth_artifact where model = 'AuthorizationCode'`.execute(db);
    expect(rows.map(({ consumed }) => consumed)).toEqual([true]);
    const again = await start(port);
    expect((await exchange(again, code)).body.error).toBe("invalid_grant");
    const next = (await user.authorize(link)).searchParams.get("code")!; // still signed in
    const tokens = await exchange(again, next);
    expect(tokens.status).toBe(200);
    expect((await refresh(again, tokens.body.refresh_token)).status).toBe(200);
    await sql`delete from oauth_artifact where model = 'AuthorizationCode'`.execute(db);
  },
);

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(db);
  return rows.length;
};

/** Holds the lock that `hold` waits for. */
async function holdLock(): Promise<{ release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const done = db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(one);
    held.resolve();
    await over.promise;
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(one);
  });
  await held.promise;
  return {
    release: async () => {
      over.resolve();
      await done;
    },
  };
}
