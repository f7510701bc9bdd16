import { findBearer, setOauthClientDisabled } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ALICE,
  authorizeUrl,
  basic,
  exchange,
  getCode,
  post,
  refresh,
  TestBrowser,
  type Answer,
} from "../testing/client.ts";
import { startTestConnect, type TestClient, type TestConnect } from "../testing/startTestConnect.ts";
import { cleanUp } from "./cleanUp.ts";
import { resourceOf } from "./resource.ts";

let connect: TestConnect;
let other: TestClient;
beforeAll(async () => {
  connect = await startTestConnect();
  other = await connect.addClient();
});
afterAll(() => connect.stop());

const findToken = (token: string) => findBearer(connect.db, token, resourceOf(connect.issuer));

const tokens = async (params = {}): Promise<Answer["body"]> =>
  (await exchange(connect, await getCode(connect, params))).body;

test("R01, R04: a refresh token that is used again after the grace period revokes the whole consent", async () => {
  const first = await tokens();
  const second = (await refresh(connect, first.refresh_token)).body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await sql`update oauth_artifact set consumed_at = consumed_at - interval '31 s' where model = 'RefreshToken'`.execute(
    connect.db,
  );
  expect((await refresh(connect, first.refresh_token)).body.error).toBe("invalid_grant");
  expect(await findToken(second.access_token)).toBeUndefined();
  expect((await refresh(connect, second.refresh_token)).body.error).toBe("invalid_grant");
});

test("R04: a used refresh token that is used again after it expired revokes the whole consent, and is not active before that", async () => {
  const first = await tokens();
  const second = (await refresh(connect, first.refresh_token)).body;
  const introspect = async () => (await rfcPost("/oauth2/introspect", first.refresh_token)).body;
  const move = (column: string, seconds: number) =>
    sql`update oauth_artifact set ${sql.ref(column)} = now() - ${seconds} * interval '1 s'
      where model = 'RefreshToken' and id_hash = sha256(${first.refresh_token}::text::bytea)`.execute(connect.db);
  await move("consumed_at", 31);
  expect(await introspect()).toEqual({ active: false });
  await move("expires_at", 1);
  await cleanUp(connect.db);
  expect(await introspect()).toEqual({ active: false });
  expect(await findToken(second.access_token)).toMatchObject({ account: ALICE });
  expect((await refresh(connect, first.refresh_token)).body.error).toBe("invalid_grant");
  expect(await findToken(second.access_token)).toBeUndefined();
  expect((await refresh(connect, second.refresh_token)).body.error).toBe("invalid_grant");
});

test("R03: a repetition within the grace period after the token expired is rejected, and revokes nothing", async () => {
  const first = await tokens();
  const second = (await refresh(connect, first.refresh_token)).body;
  await sql`update oauth_artifact set expires_at = now() - interval '1 s'
    where model = 'RefreshToken' and id_hash = sha256(${first.refresh_token}::text::bytea)`.execute(connect.db);
  expect((await refresh(connect, first.refresh_token)).body.error).toBe("invalid_grant");
  expect((await refresh(connect, second.refresh_token)).status).toBe(200);
});

test("R02, R03: within the grace period 20 concurrent refreshes and a later one get working tokens", async () => {
  const first = await tokens();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(connect, first.refresh_token)));
  const again = await refresh(connect, first.refresh_token);
  for (const { status, body } of [...answers, again]) {
    expect(status).toBe(200);
    expect(await findToken(body.access_token)).toMatchObject({ account: ALICE });
  }
});

test("R06: a refresh may request fewer scopes, never more", async () => {
  const { refresh_token: token } = await tokens({
    scope: "user:base:read user:chain:read",
    client_id: connect.client.id,
  });
  const form = { grant_type: "refresh_token", refresh_token: token };
  expect((await post(connect, { ...form, scope: "user:base:read user:social:read" })).body.error).toBe("invalid_scope");
  expect((await post(connect, { ...form, scope: "user:chain:read" })).body.scope).toEqual(["user:chain:read"]);
});

test("R08, A02: a disabled client is stopped at once, and so are its tokens", async () => {
  const client = await connect.addClient();
  const code = await getCode(connect, { client_id: client.id });
  const { body } = await exchange(connect, code, { authorization: basic(client) });
  await setOauthClientDisabled(connect.db, client.id, true);
  const answer = await refresh(connect, body.refresh_token, { authorization: basic(client) });
  expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
  expect(await findToken(body.access_token)).toBeUndefined();
  await setOauthClientDisabled(connect.db, client.id, false);
  expect(await findToken(body.access_token)).toMatchObject({ clientId: client.id });
});

const rfcPost = (path: string, token: string, authorization: string | null = basic(connect.client)) =>
  post(connect, { token }, { path, authorization });

test("R10, R12: another client learns nothing about a token, and can't revoke it", async () => {
  const { access_token: access, refresh_token: refreshing } = await tokens();
  expect((await rfcPost("/oauth2/introspect", access)).body).toMatchObject({
    active: true,
    sub: ALICE,
    client_id: connect.client.id,
  });
  for (const token of [access, refreshing, "unknown"]) {
    expect((await rfcPost("/oauth2/introspect", token, basic(other))).body).toEqual({ active: false });
  }
  const answer = await rfcPost("/oauth2/revoke", refreshing, basic(other));
  expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  expect(await findToken(access)).toMatchObject({ account: ALICE });
});

test("R11: introspection and revocation require credentials", async () => {
  for (const path of ["/oauth2/introspect", "/oauth2/revoke"]) {
    const answer = await rfcPost(path, "x", null);
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
  }
});

test("R13: revocation returns an empty object; it revokes an access token alone, a refresh token with all of its consent", async () => {
  const first = await tokens();
  expect((await rfcPost("/oauth2/revoke", "unknown")).body).toEqual({});
  expect((await rfcPost("/oauth2/revoke", first.access_token)).body).toEqual({});
  expect(await findToken(first.access_token)).toBeUndefined();
  const second = await refresh(connect, first.refresh_token);
  expect(second.status).toBe(200);
  expect((await rfcPost("/oauth2/revoke", second.body.refresh_token)).body).toEqual({});
  expect(await findToken(second.body.access_token)).toBeUndefined();
});

test("R14: neither the store nor the log contains a code, a token, a secret or a cookie", async () => {
  const browser = new TestBrowser();
  const [unused, code] = [await getCode(connect, {}, browser), await getCode(connect, {}, browser)];
  await browser.get(authorizeUrl(connect, { prompt: "consent" })); // and one pending sign-in
  const cookies = browser.cookieValues();
  expect(cookies.length).toBeGreaterThan(4);
  const { body } = await exchange(connect, code);
  const dump: string[] = [];
  for (const table of ["oauth_artifact", "oauth_client", "consent"]) {
    const { rows } = await sql<{
      text: string;
    }>`select ${sql.ref(table)}::text as text from ${sql.table(table)}`.execute(connect.db);
    dump.push(...rows.map(({ text }) => text));
  }
  for (const secret of [code, unused, body.access_token, body.refresh_token, connect.client.secret, ...cookies]) {
    expect(dump.join()).not.toContain(secret);
    expect(connect.logged()).not.toContain(secret);
  }
});

test("expires_in never exceeds the consent, neither after the code nor after a refresh", async () => {
  const code = await getCode(connect);
  const endGrants = (seconds: number) =>
    sql`update oauth_artifact set expires_at = now() + ${seconds} * interval '1 s' where model = 'Grant'`.execute(
      connect.db,
    );
  await endGrants(90);
  const first = (await exchange(connect, code)).body;
  await endGrants(60);
  const second = (await refresh(connect, first.refresh_token)).body;
  for (const [{ expires_in, access_token, refresh_token }, max] of [
    [first, 90],
    [second, 60],
  ]) {
    expect(expires_in).toBeLessThanOrEqual(max);
    expect(expires_in).toBeGreaterThan(max - 30);
    for (const token of [access_token, refresh_token]) {
      const { exp } = (await rfcPost("/oauth2/introspect", token)).body;
      expect(exp - Date.now() / 1000).toBeLessThanOrEqual(max + 1);
    }
  }
  await sql`delete from oauth_artifact`.execute(connect.db);
});

test("R15: expiry is decided by the database's clock, not a process's", async () => {
  const { access_token: token } = await tokens();
  const move = (seconds: number) =>
    sql`update oauth_artifact set expires_at = now() + ${seconds} * interval '1 s'
    where model = 'AccessToken' and id_hash = sha256(${token}::text::bytea)`.execute(connect.db);
  await sql`update oauth_artifact set payload = (payload::jsonb || '{"exp": 1}')::json
    where model = 'AccessToken' and id_hash = sha256(${token}::text::bytea)`.execute(connect.db);
  expect((await rfcPost("/oauth2/introspect", token)).body.active).toBe(true);
  await move(-1);
  expect((await rfcPost("/oauth2/introspect", token)).body.active).toBe(false);
  expect(await findToken(token)).toBeUndefined();
});

test("B02, B08: a token of another audience, a grant's id, a refresh token or an empty one gives no access", async () => {
  const { access_token: token, refresh_token: refreshing } = await tokens();
  expect(await findBearer(connect.db, token, "https://other.example/v1/me")).toBeUndefined();
  for (const wrong of [refreshing, "", `${token} `, token.slice(1)]) expect(await findToken(wrong)).toBeUndefined();
  expect(await findToken(token)).toMatchObject({ scopes: ["user:base:read"] });
});
