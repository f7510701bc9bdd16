import { createHash } from "node:crypto";
import { findBearer, removeConsent, findConsent, listConnections, keySubject } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, authorizeUrl, BOB, exchange, getCode, refresh, TestBrowser } from "../testing/client.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";
import { cleanUp } from "./cleanUp.ts";
import { resourceOf } from "./resource.ts";
import { listCookieKeys, loadSigningKeys, rotateSigningKeys } from "./signingKeys.ts";

/** Two services that take turns strictly: no reply may be lost or reused. */
let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({ processes: 2, settings: { refreshGraceSeconds: 0 } });
});
afterAll(() => connect.stop());

const findToken = (token: string) => findBearer(connect.db, token, resourceOf(connect.issuer));
const tokens = async (browser?: TestBrowser) => (await exchange(connect, await getCode(connect, {}, browser))).body;

test("several processes on one database serve one sign-in, whichever is called", async () => {
  for (let times = 0; times < 3; times++) {
    const { refresh_token: token } = await tokens();
    expect((await refresh(connect, token)).status).toBe(200);
  }
});

test("T13: a code that 20 clients exchange at once at several processes opens nothing", async () => {
  const code = await getCode(connect);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(connect, code)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBe(1);
  for (const { body } of won) expect(await findToken(body.access_token)).toBeUndefined();
});

test("R02: without a grace period one of 20 concurrent refreshes succeeds, and is revoked with the rest", async () => {
  const first = await tokens();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(connect, first.refresh_token)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBe(1);
  expect(answers.filter(({ body }) => body.error === "invalid_grant").length).toBe(19);
  for (const { body } of [{ body: first }, ...won]) {
    expect(await findToken(body.access_token)).toBeUndefined();
    expect((await refresh(connect, body.refresh_token)).body.error).toBe("invalid_grant");
  }
});

test("H12: a restart and a key rotation during sign-ins lose none", async () => {
  const begun = new TestBrowser();
  const response = await begun.get(authorizeUrl(connect));
  const signedIn = new TestBrowser();
  const before = await tokens(signedIn);
  await rotateSigningKeys(connect.db, 86_400);
  await connect.restart();
  // The interaction's and the session's cookies are signed by the earlier key.
  const target = new URL(`${response.headers.get("location")}/finish?account=${ALICE}`, connect.issuer);
  expect((await begun.authorize(target.href)).searchParams.has("code")).toBe(true);
  expect((await signedIn.get(authorizeUrl(connect))).headers.get("location")).toContain("code=");
  expect((await refresh(connect, before.refresh_token)).status).toBe(200);
});

test("a new cookie key signs once every process had time to read it; retired ones are deleted", async () => {
  const [first] = await listCookieKeys(connect.db);
  await rotateSigningKeys(connect.db, 86_400);
  const keys = await listCookieKeys(connect.db);
  expect(keys[0]).toBe(first);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  await sql`update connect_key set created_at = created_at - interval '1 hour', retired_at = retired_at - interval '2 days'`.execute(
    connect.db,
  );
  expect(await listCookieKeys(connect.db)).toEqual([keys.at(-1)]);
  const ours = ["a".repeat(32), "b".repeat(32)];
  expect((await loadSigningKeys(connect.db, ours)).cookies).toEqual(ours);
});

test("a user who consented once need not consent again, except for more scopes; and R09: a revoked consent is over", async () => {
  const browser = new TestBrowser();
  const first = await tokens(browser);
  expect((await browser.get(authorizeUrl(connect))).headers.get("location")).toContain("code=");
  const more = { scope: "user:base:read user:social:read" };
  expect((await browser.get(authorizeUrl(connect, more))).headers.get("location")).toMatch(/^\/signin\//);
  await getCode(connect, more, browser);
  const key = { account: keySubject(ALICE), clientId: connect.client.id };
  expect(await findConsent(connect.db, key)).toMatchObject({ scopes: more.scope.split(" ") });
  expect(await listConnections(connect.db, keySubject(ALICE))).toMatchObject([
    { name: "Test app", clientId: connect.client.id },
  ]);
  expect(await removeConsent(connect.db, key)).toBe(true);
  expect(await findToken(first.access_token)).toBeUndefined();
  expect((await refresh(connect, first.refresh_token)).body.error).toBe("invalid_grant");
  expect((await browser.get(authorizeUrl(connect))).headers.get("location")).toMatch(/^\/signin\//);
  expect(await listConnections(connect.db, keySubject(ALICE))).toEqual([]);
});

test("A20: a signed-in user with a consent gets a code without a page, unless consent is required", async () => {
  const browser = new TestBrowser();
  await getCode(connect, {}, browser);
  const silent = await browser.get(authorizeUrl(connect, { prompt: "none" }));
  expect(silent.headers.get("location")).toContain("code=");
  const response = await browser.get(authorizeUrl(connect, { prompt: "consent" }));
  expect(response.headers.get("location")).toMatch(/^\/signin\//);
});

test("tokens of two users at one client are independent, and a theft from one doesn't affect the other", async () => {
  const alice = await tokens();
  const code = await new TestBrowser()
    .authorize(authorizeUrl(connect), { account: BOB })
    .then(({ searchParams }) => searchParams.get("code") ?? "");
  const { body: bob } = await exchange(connect, code);
  await exchange(connect, code);
  expect(await findToken(bob.access_token)).toBeUndefined();
  expect(await findToken(alice.access_token)).toMatchObject({ account: ALICE });
});

test("expired rows are deleted in batches, by one process at a time", async () => {
  await tokens();
  const count = async () => (await sql`select from oauth_artifact`.execute(connect.db)).rows.length;
  const expired = (await sql`select from oauth_artifact where expires_at is not null`.execute(connect.db)).rows.length;
  expect(expired).toBeGreaterThan(3);
  await sql`update oauth_artifact set expires_at = now() - interval '1 s'`.execute(connect.db);
  const [one, two] = await Promise.all([cleanUp(connect.db, 2), cleanUp(connect.db, 2)]);
  expect(one + two).toBe(expired);
  expect(await count()).toBe(0);
});

test("T24: a code of a process that died after consuming it is invalid; a new sign-in works", async () => {
  const code = await getCode(connect);
  await sql`update oauth_artifact set consumed_at = now() where model = 'AuthorizationCode'`.execute(connect.db);
  expect((await exchange(connect, code)).body.error).toBe("invalid_grant");
  expect((await tokens()).token_type).toBe("Bearer");
});

test("a user who continues with another wallet is another user then, and the first one's consent remains", async () => {
  const alice = await tokens();
  const browser = new TestBrowser();
  const begun = await browser.get(authorizeUrl(connect, { scope: "user:chain:read" }));
  const login = await browser.get(
    new URL(`${begun.headers.get("location")}/finish?account=${ALICE}`, connect.issuer).href,
  );
  const response = await browser.get(login.headers.get("location") ?? "");
  expect(response.headers.get("location")).toMatch(/^\/signin\//); // for one scope more than she allows
  const start = await browser.get(authorizeUrl(connect, { prompt: "login" }));
  const finish = `${start.headers.get("location")}/finish?account=${BOB}`;
  const resume = await browser.get(new URL(finish, connect.issuer).href);
  const page = await browser.get(resume.headers.get("location") ?? "");
  const html = await page.text();
  const [, script = ""] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const digest = createHash("sha256").update(script).digest("base64");
  expect(page.headers.get("content-security-policy")).toContain(`script-src 'strict-dynamic' 'sha256-${digest}'`);
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  const [, action = ""] = /action="([^"]+)"/.exec(html) ?? [];
  const ended = await browser.post(action, { xsrf, logout: "yes" });
  expect(ended.status).toBe(303);
  const target = await browser.authorize(ended.headers.get("location") ?? "", { account: BOB });
  const { body: bob } = await exchange(connect, target.searchParams.get("code") ?? "");
  expect(await findToken(bob.access_token)).toMatchObject({ account: BOB });
  expect(await findToken(alice.access_token)).toMatchObject({ account: ALICE });
});
