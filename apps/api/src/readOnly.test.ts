import { createAccessKey, createAccount, grantUnits } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, fillStore } from "./testing/fillStore.ts";
import { readProblem } from "./testing/readProblem.ts";
import { startTestApi, type TestApi } from "./testing/startTestApi.ts";
import { closeDatabase, openDatabase } from "@portico/store";

const ROLE = `portico_reader_${process.pid}`;

/** Its database user has SELECT only. */
let api: TestApi;
beforeAll(async () => {
  const route = async (url: string) => {
    const db = openDatabase(url, { max: 1 });
    await sql.raw(`create role ${ROLE} login password 'reader'`).execute(db);
    await sql.raw(`grant select on all tables in schema public to ${ROLE}`).execute(db);
    await closeDatabase(db);
    const asReader = new URL(url);
    asReader.username = ROLE;
    asReader.password = "reader";
    return { databaseUrl: asReader.href };
  };
  api = await startTestApi({ route });
  await fillStore(api.db);
});
afterAll(async () => {
  await sql.raw(`drop owned by ${ROLE}`).execute(api.db);
  await sql.raw(`drop role ${ROLE}`).execute(api.db);
  await api.stop();
});

const problems = () =>
  api
    .logged()
    .split("\n")
    .filter((line) => /"level":[456]0/.test(line));

test("a user with SELECT only serves responses, receives changes, and logs nothing except that it is read-only", async () => {
  for (const name of ["token_list?chain_id=eth&", "total_balance?", "all_complex_protocol_list?", "total_net_curve?"])
    expect((await api.get(`/v1/user/${name}id=${ALICE}`)).status).toBe(200);
  expect(await (await api.get("/readyz")).json()).toEqual({ status: "ok", notifications: "received" });
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // periodic writes would happen
  expect(problems()).toEqual([]);
  expect(api.logged()).toContain("the database is read-only");
});

test("requests that need a write are 503: a new address, and metered calls", async () => {
  const unknown = await api.get(`/v1/user/token_list?id=0x${"77".repeat(20)}&chain_id=eth`);
  expect(await readProblem(unknown)).toMatchObject({ status: 503, code: "upstream_error" });
  const { id } = await createAccount(api.db, { name: "Ann" });
  await grantUnits(api.db, { accountId: id, amount: 5_000, reason: "gift", actor: "operator" });
  const { key } = await createAccessKey(api.db, { name: "paid", accountId: id });
  const paid = await api.get("/v1/app_protocol/list", { AccessKey: key });
  expect(await readProblem(paid)).toMatchObject({ status: 503, code: "metering_unavailable" });
});
