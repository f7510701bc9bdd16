import { createAccount, grantUnits, listRequests, readUnits, setUnitPrice } from "@portico/store";
import { findImbalances } from "@portico/store/testing";
import { UNLIMITED } from "@portico/metering";
import { inOneWindow } from "@portico/server/testing";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { createParts } from "../parts.ts";
import { SCOPES } from "../provider/resource.ts";
import { ALICE, authorizeUrl, exchange, TestBrowser } from "../testing/client.ts";
import { assertContract } from "../testing/contractCheck.ts";
import { createShortcut } from "../testing/shortcut.ts";
import { startTestConnect, type TestClient, type TestConnect } from "../testing/startTestConnect.ts";

const rates = { perKey: 5, perAddress: 12, refusedPerAddress: UNLIMITED };
const connect = await startTestConnect({
  parts: (deps) => [createShortcut(deps), ...createParts(deps)],
  rates,
  unitOverrides: { getMeProfile: 5 },
  trustedProxies: ["loopback"],
});
afterAll(() => connect.stop());

async function getToken(client: TestClient): Promise<string> {
  const withClient = Object.assign(Object.create(connect) as TestConnect, { client });
  const end = await new TestBrowser().authorize(authorizeUrl(withClient, { scope: SCOPES.join(" ") }), {
    account: ALICE,
  });
  const { body } = await exchange(withClient, end.searchParams.get("code") ?? "");
  return (body as { access_token: string }).access_token;
}

let addresses = 0;
/** From its own address, unless given. */
async function request(target: string, token: string, ip = `198.51.100.${++addresses}`): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": ip };
  const answer = await fetch(connect.issuer + target, { headers });
  await assertContract("GET", new URL(answer.url).pathname, answer);
  return answer;
}
const rateOf = ({ headers }: Response) => [headers.get("ratelimit"), headers.get("ratelimit-policy")];
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

test("M09 applications and IP addresses have rate limits, and every response has the remaining requests", async () => {
  const token = await getToken(await connect.addClient());
  const answers = await inOneWindow(() =>
    Promise.all(Array.from({ length: 7 }, () => request("/v1/me/profile", token))),
  );
  const left = answers.map((answer) => Number(/^"default";r=(\d);t=1$/.exec(rateOf(answer)[0] ?? "")?.[1]));
  expect(left.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 2, 3, 4]);
  const late = answers.filter(({ status }) => status === 429);
  expect([late.length, late[0]!.headers.get("retry-after"), await codeOf(late[0]!)]).toEqual([2, "1", "rate_limited"]);

  const other = await getToken(await connect.addClient());
  expect((await request("/v1/me/profile", other)).status).toBe(200);
  const [refused, valid] = await inOneWindow(async () => [
    await Promise.all(Array.from({ length: 14 }, () => request("/v1/me", "x".repeat(43), "203.0.113.1"))),
    await request("/v1/me/profile", other, "203.0.113.1"),
  ]);
  expect(refused.filter(({ status }) => status === 401)).toHaveLength(12);
  expect(rateOf(refused.find(({ status }) => status === 429)!)).toEqual(['"address";r=0;t=1', '"address";q=12;w=1']);
  expect(valid.status).toBe(429);
});

test("M01, M08 the application's account is charged under the client's id; refusals and failures are free", async () => {
  const { db } = connect;
  const client = await connect.addClient();
  const token = await getToken(client);
  expect((await request("/v1/me/profile", token)).status).toBe(200); // not charged
  const { id: accountId } = await createAccount(db, { name: "App's" });
  await sql`update oauth_app set account_id = ${accountId}`.execute(db);
  expect(await codeOf(await request("/v1/me", token))).toBe("units_exhausted");
  await grantUnits(db, { accountId, amount: 8, reason: "top-up", actor: "operator" });
  await vi.waitFor(async () => expect((await request("/v1/me", token)).status).toBe(200)); // 2 units
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the next second's requests
  expect((await request("/v1/me/follower_list?start=x", token)).status).toBe(400);
  expect((await request("/v1/me/token_list?chain_id=eth", token)).status).toBe(503); // there is no data API
  expect((await request("/v1/me/profile", token)).status).toBe(200); // 5 units
  expect(await codeOf(await request("/v1/me/profile", token))).toBe("units_exhausted");
  await setUnitPrice(db, { operation: "getMeProfile", units: 1, updatedBy: "test" });
  const requestAgain = async () => expect((await request("/v1/me/profile", token)).status).toBe(200);
  await vi.waitFor(requestAgain, { interval: 250 });
  await connect.restart(); // leased units are returned
  const units = await readUnits(db, accountId);
  expect([units?.held, units?.days[0]?.used, units?.balance]).toEqual([0, 8, 0]);
  const { rows } = await sql`select distinct key_id, operation from unit_usage where units > 0`.execute(db);
  expect(rows).toEqual(
    expect.arrayContaining(["getMe", "getMeProfile"].map((operation) => ({ key_id: client.id, operation }))),
  );
  expect(await findImbalances(db)).toEqual([]);
  const log = await listRequests(db, { accountId, start: 0, limit: 50, keyId: client.id });
  const logged = log.requests.map(({ operation, status, code, units: cost }) => [operation, status, code, cost]);
  expect(logged).toEqual(
    expect.arrayContaining([
      ["getMe", 403, "units_exhausted", 0],
      ["getMe", 200, null, 2],
      ["getMeFollowerList", 400, "invalid_params", 0],
      ["getMeTokenList", 503, "upstream_error", 0],
    ]),
  );
  const { rows: counted } = await sql<{ successes: bigint; errors: bigint; units: bigint }>`
    select sum(success_count)::bigint as successes, sum(client_error_count + server_error_count)::bigint as errors,
      sum(units)::bigint as units from request_span where account_id = ${accountId}`.execute(db);
  expect([counted[0]?.units, Number(counted[0]?.successes) >= 3, Number(counted[0]?.errors) >= 4]).toEqual([
    8n,
    true,
    true,
  ]); // what alert rules are evaluated from
});
