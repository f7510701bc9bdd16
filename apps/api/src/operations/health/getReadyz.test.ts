import { readMigrationState } from "@portico/store";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi();
afterAll(() => api.stop());

const request = () => fetch(`${api.url}/readyz`);

test("the database responds and its notifications arrive, for clients without a key too", async () => {
  const response = await request();
  expect([response.status, await response.json()]).toEqual([200, { status: "ok", notifications: "received" }]);
});

test("a database that is not migrated is 503, to be repeated, until it is", async () => {
  await sql`alter table chain_state rename to chain_state_of_later`.execute(api.db);
  const response = await request();
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await readProblem(response)).toMatchObject({ status: 503, code: "upstream_error" });
  await sql`alter table chain_state_of_later rename to chain_state`.execute(api.db);
  expect((await request()).status).toBe(200);
});

test("a database without this version's last migration is 503, and the log names it", async () => {
  const last = (await readMigrationState(api.db)).applied.at(-1)!;
  await sql`delete from kysely_migration where name = ${last}`.execute(api.db);
  expect(await readProblem(await request())).toMatchObject({ status: 503, code: "upstream_error" });
  expect(api.logged()).toContain(`1 migration is not applied, from ${last} on`);
  await sql`insert into kysely_migration values (${last}, now()::text)`.execute(api.db);
  expect((await request()).status).toBe(200);
});
