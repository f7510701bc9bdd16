import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { launchBrowser, listBarriers } from "@portico/browser";
import {
  contractSubject,
  createAccessKey,
  createExplorerSession,
  createMessageBatch,
  createOauthApp,
  createOauthClient,
  findExplorerLists,
  findProfile,
  follow,
  keySubject,
  listFollowers,
  listFollowing,
  upsertConsent,
  upsertProfile,
} from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieNames } from "./server/signIn/cookieNames.ts";
import { createSessions } from "./server/signIn/sessions.ts";
import { approveSignIn, type Tab } from "./testing/approveSignIn.ts";
import { type Browser, openPage, type Page } from "./testing/explorerPages.ts";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { type SignInScene, startSignInScene } from "./testing/startSignInScene.ts";
import { startTestExplorer } from "./testing/startTestExplorer.ts";
import { Visitor } from "./testing/visitor.ts";

let scene: SignInScene;
let chromium: Browser;
let url: string;
let address: string;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startSignInScene(), launchBrowser()]);
  ({ url } = scene.explorer);
  address = scene.wallet.address.toLowerCase();
});
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

const SESSION = "portico_explorer";
const ATTEMPT = "portico_explorer_attempt";

/** Begins a sign-in. @returns the URL of the sign-in service to which the browser is redirected. */
async function leave(visitor: Visitor, to = "/"): Promise<string> {
  const { status, headers } = await visitor.request(`${url}/auth/login?to=${encodeURIComponent(to)}`);
  expect(status).toBe(303);
  return headers.get("location") ?? "";
}

const approve = async (
  visitor: Visitor,
  start: string,
  decision: "allow" | "refuse" = "allow",
  wallet: PrivateKeyAccount = scene.wallet,
): Promise<string> => (await approveSignIn(visitor.tabAt(scene.connectUrl), start, { wallet, decision })).href;

const locationOf = async (visitor: Visitor, path: string): Promise<string> =>
  (await visitor.request(path)).headers.get("location") ?? "";

async function signIn(visitor: Visitor, to?: string): Promise<string> {
  return await locationOf(visitor, await approve(visitor, await leave(visitor, to)));
}

const sessionOf = async (visitor: Visitor): Promise<unknown> => (await visitor.request(`${url}/auth/session`)).json();
const signedIn = () => ({ is_enabled: true, account: address, address });
const SIGNED_OUT = { is_enabled: true, account: null, address: null };

test("a user signs in with a wallet at our own sign-in service, by PKCE and state, and returns to the same page", async () => {
  const visitor = new Visitor();
  expect(await sessionOf(visitor)).toEqual(SIGNED_OUT);
  const path = `/address/${address}/history?chain=eth&search=a+b`;
  const start = await leave(visitor, path);
  expect(Object.fromEntries(new URL(start).searchParams)).toEqual({
    response_type: "code",
    client_id: scene.client.id,
    redirect_uri: `${url}/auth/callback`,
    scope: "user:base:read",
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  const response = await visitor.request(await approve(visitor, start));
  expect([response.status, response.headers.get("location")]).toEqual([303, path]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const cookies = response.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith(`${SESSION}=`))).toMatch(
    /^portico_explorer=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  expect(visitor.cookies.has(ATTEMPT)).toBe(false);
  const session = await visitor.request(`${url}/auth/session`);
  expect([session.headers.get("cache-control"), await session.json()]).toEqual(["no-store", signedIn()]);
  const { rows } = await sql`select from oauth_artifact where model in ('AccessToken', 'RefreshToken')`.execute(
    scene.db,
  );
  expect(rows).toHaveLength(0);
  expect(scene.explorer.logged()).not.toContain(scene.client.secret);
});

test("a response of another browser, of another sign-in, of another issuer, repeated or with another state signs nobody in", async () => {
  const visitor = new Visitor();
  const back = await approve(visitor, await leave(visitor, "/gas"));
  const attempt = visitor.cookies.get(ATTEMPT) ?? "";
  const other = new Visitor();
  expect(await locationOf(other, back)).toBe("/explore?problem=invalid_state");
  await leave(other, "/gas?a=1");
  expect(await locationOf(other, back)).toBe("/gas?a=1&problem=invalid_state");
  other.cookies.set(ATTEMPT, "bm9uc2Vuc2U");
  expect(await locationOf(other, back)).toBe("/explore?problem=invalid_state");
  expect(await sessionOf(other)).toEqual(SIGNED_OUT);

  for (const wrong of [back.replace(/state=[^&]+/, "state=x"), back.replace(/iss=[^&]+/, "iss=https://evil.example")]) {
    visitor.cookies.set(ATTEMPT, attempt);
    expect(await locationOf(visitor, wrong)).toBe("/gas?problem=invalid_state");
    expect(visitor.cookies.has(ATTEMPT)).toBe(false);
  }
  visitor.cookies.set(ATTEMPT, attempt);
  expect(await locationOf(visitor, back)).toBe("/gas");
  expect(await locationOf(visitor, back)).toBe("/explore?problem=invalid_state");
  expect(await sessionOf(visitor)).toEqual(signedIn()); // a failed sign-in does not end a session
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "/.//evil.example", "/%2e//evil.example"])(
  "a user never returns to %s, after a success or a failure",
  async (to) => {
    const visitor = new Visitor();
    const back = await approve(visitor, await leave(visitor, to));
    const attempt = visitor.cookies.get(ATTEMPT) ?? "";
    expect(await locationOf(visitor, `${url}/auth/callback?state=x`)).toBe("/explore?problem=invalid_state");
    const planted = JSON.parse(Buffer.from(attempt, "base64url").toString()) as object;
    visitor.cookies.set(ATTEMPT, Buffer.from(JSON.stringify({ ...planted, to })).toString("base64url"));
    expect(await locationOf(visitor, back)).toBe("/");
  },
);

test("a user who refuses, and a sign-in that fails, return to the same page with the reason", async () => {
  await sql`delete from consent`.execute(scene.db);
  await sql`delete from oauth_artifact where model = 'Grant'`.execute(scene.db);
  const visitor = new Visitor();
  const refused = await approve(visitor, await leave(visitor, "/gas"), "refuse");
  expect(await locationOf(visitor, refused)).toBe("/gas?problem=access_denied");
  const back = await approve(visitor, await leave(visitor, "/gas"));
  await scene.setClientDisabled(true);
  onTestFinished(async () => void (await scene.setClientDisabled(false)));
  expect(await locationOf(visitor, back)).toBe("/gas?problem=server_error");
  expect(await sessionOf(visitor)).toEqual(SIGNED_OUT);
  expect(scene.explorer.logged()).toContain("a sign-in failed");
});

test("a session that was guessed, expired or ended is none; a sign-in replaces one that was there before", async () => {
  const visitor = new Visitor();
  await signIn(visitor);
  const token = visitor.cookies.get(SESSION) ?? "";
  const session = async (cookie: string) =>
    ((await sessionOf(Object.assign(new Visitor(), { cookies: new Map([[SESSION, cookie]]) }))) as typeof SIGNED_OUT)
      .account;
  expect(await session(token)).toBe(address);
  const { rows } = await sql<{ text: string }>`select s::text as text from explorer_session s`.execute(scene.db);
  expect(rows.map(({ text }) => text).join()).not.toContain(token);
  const invalid = [token.slice(0, -1), `${token}; ${SESSION}=${token}`, "a".repeat(43), "' or true --", ""];
  expect(await Promise.all(invalid.map(session))).toEqual(invalid.map(() => null));

  await signIn(visitor);
  expect(visitor.cookies.get(SESSION)).not.toBe(token);
  expect(await session(token)).toBeNull();
  expect(await sessionOf(visitor)).toEqual(signedIn());
  await sql`update explorer_session set expires_at = now()`.execute(scene.db);
  expect(await sessionOf(visitor)).toEqual(SIGNED_OUT);
});

test("a contract's account names its chain: on another one its address is another account", async () => {
  const account = contractSubject(8453, scene.wallet.address);
  const visitor = new Visitor();
  const token = "c".repeat(43);
  await createExplorerSession(scene.db, { token, account, ttlSeconds: 60 });
  visitor.cookies.set(SESSION, token);
  expect(await sessionOf(visitor)).toEqual({ is_enabled: true, account, address });
});

test("only the explorer's own pages sign a user out", async () => {
  const visitor = new Visitor();
  await signIn(visitor);
  const signOut = (headers: Record<string, string>) =>
    visitor.request(`${url}/auth/logout`, { method: "POST", headers });
  const foreign: Record<string, string>[] = [
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: scene.connectUrl, "sec-fetch-site": "same-site" },
    { origin: url, "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) expect((await signOut(headers)).status).toBe(403);
  expect(await sessionOf(visitor)).toEqual(signedIn());
  const stolen = new Visitor();
  stolen.cookies.set(SESSION, visitor.cookies.get(SESSION) ?? "");
  expect((await signOut({ origin: url, "sec-fetch-site": "same-origin" })).status).toBe(204);
  expect(visitor.cookies.has(SESSION)).toBe(false);
  expect(await sessionOf(stolen)).toEqual(SIGNED_OUT);
  expect(await sessionOf(visitor)).toEqual(SIGNED_OUT);
});

test("paths accept one method each", async () => {
  const statusOf = async (method: string, path: string) => {
    const { status, headers } = await fetch(url + path, { method, redirect: "manual" });
    return `${method} ${path} ${status} ${headers.get("allow")}`;
  };
  const results = await Promise.all([
    statusOf("GET", "/auth/logout"),
    statusOf("POST", "/auth/login"),
    statusOf("HEAD", "/auth/callback"),
    statusOf("DELETE", "/auth/session"),
    statusOf("GET", "/auth/login/"),
    statusOf("GET", "/auth/LOGIN"),
  ]);
  expect(results).toEqual([
    "GET /auth/logout 405 POST",
    "POST /auth/login 405 GET",
    "HEAD /auth/callback 405 GET",
    "DELETE /auth/session 405 GET",
    "GET /auth/login/ 404 null",
    "GET /auth/LOGIN 404 null",
  ]);
});

test("over https, cookies are Secure and bound to this host", async () => {
  const lines: unknown[] = [];
  const res = {
    cookie: (name: string, _value: string, options: object) => lines.push([name, options]),
    clearCookie: (...args: unknown[]) => lines.push(args),
  } as never;
  const sessions = createSessions({ db: scene.db, url: "https://explorer.example" });
  const account = keySubject(scene.wallet.address);
  await sessions.start({ headers: {} } as never, res, account);
  sessions.clear(res);
  const options = { httpOnly: true, secure: true, sameSite: "lax", path: "/" };
  expect(lines).toEqual([
    ["__Host-portico-explorer", { ...options, maxAge: 43_200_000 }],
    ["__Host-portico-explorer", options],
  ]);
  expect(cookieNames("https://explorer.example").attempt).toBe("__Host-portico-explorer-attempt");
});

test("without a client nobody can sign in, and the explorer reports what to set", async () => {
  const off = await startTestExplorer();
  onTestFinished(() => off.stop());
  expect(await (await fetch(`${off.url}/auth/session`)).json()).toEqual({
    is_enabled: false,
    account: null,
    address: null,
  });
  const response = await fetch(`${off.url}/auth/login`, { redirect: "manual" });
  expect(response.status).toBe(501);
  expect(await response.text()).toContain("PORTICO_EXPLORER_CLIENT_ID");
});

/** A person with a browser of their own. */
class Person extends Visitor {
  readonly wallet = privateKeyToAccount(generatePrivateKey());
  readonly account = keySubject(this.wallet.address);

  /** At the sign-in service. */
  async signIn(): Promise<this> {
    await locationOf(this, await approve(this, await leave(this), "allow", this.wallet));
    return this;
  }

  /** As after a sign-in, of which an IP address may do thirty a minute. */
  async enter(): Promise<this> {
    const token = randomBytes(32).toString("base64url");
    await createExplorerSession(scene.db, { token, account: this.account, ttlSeconds: 600 });
    this.cookies.set(SESSION, token);
    return this;
  }

  /** As the explorer's page sends it. */
  async ask(what: string, { json, ...headers }: { json?: unknown } & Record<string, unknown> = {}) {
    const response = await this.request(`${url}/explorer/account/${what}`, {
      ...(json !== undefined && { method: what === "lists" ? "PUT" : "POST", body: JSON.stringify(json) }),
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        "portico-account": this.account,
        ...(headers as Record<string, string>),
      },
    });
    const text = await response.text();
    // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
    const body: any = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  }
}

const OTHER = `0x${"2".repeat(40)}`;
const listsOf = (name: string) => ({
  labels: { [OTHER]: name },
  watched: [OTHER],
  bundles: [{ id: "00000000000000aa", name: "Mine", addresses: [OTHER] }],
});

test("an account's lists are kept, validated as a file is, and a change of an old revision gets the present one", async () => {
  const person = await new Person().enter();
  expect((await person.ask("lists")).body).toEqual({ revision: null, lists: null });
  const kept = await person.ask("lists", { json: { revision: null, lists: listsOf(" Cold\n wallet ") } });
  expect([kept.status, kept.body.lists, kept.headers.get("cache-control")]).toEqual([
    200,
    listsOf("Cold wallet"),
    "no-store",
  ]);
  const { revision } = kept.body;
  const again = await person.ask("lists", { json: { revision, lists: listsOf("Warm") } });
  const late = await person.ask("lists", { json: { revision, lists: {} } });
  expect([late.status, late.body]).toEqual([409, again.body]);
  expect((await person.ask("lists", { json: { revision: null, lists: {} } })).status).toBe(409);
  expect((await person.ask("lists")).body).toEqual(again.body);

  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`0x${String(n).padStart(40, "0")}`, "x"]));
  const refusals = [
    { revision, lists: { labels: { "0x12": "x" } } },
    { revision, lists: { labels: many } },
    { revision, lists: JSON.parse('{"labels":{"__proto__":"x"}}') as unknown },
    { revision, lists: null },
    { revision, lists: [] },
    { revision: 7, lists: {} },
    { lists: {} },
    [],
  ];
  for (const json of refusals) expect((await person.ask("lists", { json })).status).toBe(400);
  expect((await person.ask("lists", { json: { revision, lists: { x: "x".repeat(600_000) } } })).status).toBe(413);
  expect((await person.ask("lists", { json: {}, "content-type": "text/plain" })).status).toBe(415);
  expect((await person.ask("lists")).body).toEqual(again.body);
});

test("nobody else reads, changes, exports or deletes what an account keeps: no other person, site or tab", async () => {
  const [ann, bob] = [await new Person().enter(), await new Person().enter()];
  const { body } = await ann.ask("lists", { json: { revision: null, lists: listsOf("Secret") } });
  const requests: [string, object?][] = [
    ["lists"],
    ["lists", { json: { revision: body.revision, lists: {} } }],
    ["export"],
    ["deletion", { json: { account: ann.account } }],
  ];
  const signedOut = new Visitor();
  for (const [what, init = {}] of requests) {
    const statusOf = async (who: Person, headers: Record<string, string>) =>
      (await who.ask(what, { ...init, ...headers })).status;
    expect(await statusOf(bob, { "portico-account": ann.account })).toBe(401);
    expect(await statusOf(ann, { "portico-account": bob.account })).toBe(401); // a tab that still shows Bob's
    expect(await statusOf(ann, { "portico-account": "" })).toBe(401);
    expect(await statusOf(Object.assign(new Person(), { account: ann.account }), {})).toBe(401);
    expect(await statusOf(ann, { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusOf(ann, { "sec-fetch-site": "same-site", origin: scene.connectUrl })).toBe(403);
    expect(await statusOf(ann, { origin: "https://evil.example" })).toBe(403);
    expect((await signedOut.request(`${url}/explorer/account/${what}`)).status).toBe(what === "deletion" ? 405 : 403);
  }
  expect((await bob.ask("deletion", { json: { account: ann.account } })).status).toBe(400);
  const theirs = await bob.ask("export");
  expect(JSON.stringify(theirs.body)).not.toMatch(new RegExp(`Secret|${ann.account}`, "i"));
  expect((await bob.ask("lists")).body).toEqual({ revision: null, lists: null });
  expect((await ann.ask("lists")).body).toEqual(body);
  const paths = ["", "lists/", "LISTS", "deletion/x"].map((path) => ann.ask(path));
  expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await ann.request(`${url}/explorer/account/lists`, { method: "DELETE" })).status).toBe(405);
});

test("everything of an account is exported as one file, and deleted for good, while others' remains", async () => {
  const [ann, bob] = [await new Person().signIn(), await new Person().enter()];
  const { db } = scene;
  await ann.ask("lists", { json: { revision: null, lists: listsOf("Mine") } });
  await bob.ask("lists", { json: { revision: null, lists: listsOf("Bob's") } });
  const client = await createOauthClient(db, {
    appId: await createOauthApp(db, { name: "Another app", siteUrl: "https://app.example" }),
    redirectUris: ["https://app.example/back"],
  });
  for (const account of [ann.account, bob.account]) {
    const grantId = `grant of ${account}`;
    await upsertConsent(db, { account, clientId: client.id, grantId, scopes: ["user:chain:read"] });
    for (const model of ["Grant", "RefreshToken", "AccessToken"])
      await sql`
        insert into oauth_artifact (model, id_hash, grant_id, account, client_id, payload, expires_at)
        values (${model}, sha256(convert_to(${grantId}, 'UTF8')), ${grantId}, ${model === "AccessToken" ? null : account},
          ${client.id}, '{"secret":"s"}', now() + interval '1 day')`.execute(db);
    await upsertProfile(db, account, { name: `Name of ${account}`, bio: null, logoUrl: null, links: [] });
  }
  await follow(db, { follower: ann.account, followed: bob.account });
  await follow(db, { follower: bob.account, followed: ann.account });
  await createMessageBatch(db, {
    id: "gs_1",
    kind: "group_send",
    accountId: null,
    keyId: (await createAccessKey(db, { name: "Shop" })).id,
    content: { text: "Hello Ann", url: "" },
    recipients: [ann.account, bob.account],
    requestHash: `0x${"00".repeat(32)}`,
    idempotencyKey: null,
    maxOfferPrice: 0n,
    prepaymentAmount: 0n,
    webhookChunk: 0,
  });

  const { body: file, headers } = await ann.ask("export");
  expect(headers.get("content-disposition")).toBe("attachment; filename=portico-account.json");
  expect(file).toMatchObject({
    format: "portico-account",
    account: ann.account,
    lists: { format: "portico-lists", version: 1, ...listsOf("Mine") },
    explorer_sessions: [{ started_at: expect.any(String), expires_at: expect.any(String) }],
    connected_applications: [{ client_id: client.id, name: "Another app", scopes: ["user:chain:read"] }],
    profile: { name: `Name of ${ann.account}` },
    following: [bob.account],
    followers: [bob.account],
    messages: [{ text: "Hello Ann" }],
  });
  expect(file.sign_in_records.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["Grant", "RefreshToken", "Session"]),
  );
  expect(JSON.stringify(file)).not.toContain(ann.cookies.get(SESSION));

  const elsewhere = Object.assign(new Person(), { account: ann.account });
  await locationOf(elsewhere, await approve(elsewhere, await leave(elsewhere), "allow", ann.wallet));
  expect((await elsewhere.ask("lists")).body.lists).toEqual(listsOf("Mine"));
  expect((await ann.ask("deletion", { json: {} })).status).toBe(400);
  const deleted = await ann.ask("deletion", { json: { account: ann.account } });
  expect([deleted.status, ann.cookies.has(SESSION)]).toEqual([204, false]);
  expect((await elsewhere.ask("lists")).status).toBe(401);
  for (const who of [ann, elsewhere]) {
    const page = await who.request(`${scene.connectUrl}/connections`, { headers: { accept: "application/json" } });
    expect(page.status).toBe(401);
  }
  const { rows } = await sql<{ name: string }>`
    select t.name from (
      select 'session' as name, s::text as row from explorer_session s union all
      select 'lists', s::text from explorer_lists s union all
      select 'artifact', s::text from oauth_artifact s where model <> 'Interaction' union all
      select 'consent', s::text from consent s union all
      select 'profile', s::text from profile s union all
      select 'message', s::text from message s union all
      select 'challenge', s::text from siwe_challenge s
    ) t where t.row ilike ${`%${ann.account.slice(2)}%`}`.execute(db);
  expect(rows).toEqual([]);
  const grants = await sql`select from oauth_artifact where grant_id = ${`grant of ${ann.account}`}`.execute(db);
  expect(grants.rows).toHaveLength(0);
  const page = { start: 0, limit: 9 };
  expect((await listFollowing(db, ann.account, page)).total).toBe(0);
  expect((await listFollowers(db, ann.account, page)).subjects).toEqual([bob.account]);

  expect((await bob.ask("lists")).body.lists).toEqual(listsOf("Bob's"));
  expect(await findProfile(db, bob.account)).toMatchObject({ name: `Name of ${bob.account}` });
  const { body: ofBob } = await bob.ask("export");
  expect(ofBob).toMatchObject({ messages: [{ text: "Hello Ann" }], following: [ann.account] });
  expect(ofBob.connected_applications).toHaveLength(1);
  await ann.enter();
  expect((await ann.ask("lists")).body).toEqual({ revision: null, lists: null });
});

/** A browser's tab at the sign-in service. */
const tabOf = (page: Page): Tab => ({
  open: async (to) => {
    await page.goto(new URL(to, page.url()).href);
    return new URL(page.url());
  },
  call: (to, json) =>
    page.evaluate(
      `fetch(${JSON.stringify(to)}, ${JSON.stringify(
        json && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(json) },
      )}).then((response) => response.json())`,
    ),
});

test("the header offers to sign in, then shows the own address, and signs out; a failure is reported on the page", async () => {
  const { page, heading } = await openPage(chromium, `${url}/explore`, { width: 360 });
  await heading("Look into any wallet");
  const tab = tabOf(page);
  const begin = async () => {
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(`${scene.connectUrl}/signin/*`);
    return page.url();
  };
  await approveSignIn(tab, await begin(), { wallet: scene.wallet, decision: "refuse" });
  await page.waitForURL(`${url}/explore?problem=access_denied`);
  await page.getByText("You are not signed in").waitFor();
  await page.goto(`${url}/gas?unit=gwei&problem=__proto__`); // as in an untrusted link
  await page.getByText("Signing in failed.").waitFor();
  await approveSignIn(tab, await begin(), { wallet: scene.wallet });
  await page.waitForURL(`${url}/gas?unit=gwei`);
  await page.getByRole("link", { name: "Portico" }).click();
  await page.getByRole("link", { name: /^Your address 0x/ }).waitFor();
  expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(360);
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Your address" }).click();
  await page.waitForURL(`${url}/address/${address}`);
  expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(360);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  expect(await page.evaluate(`document.cookie`)).not.toContain(SESSION);
  expect((await page.context().cookies(url)).map(({ name }) => name)).not.toContain(SESSION);
  await page.close();
});

/** Lists that a browser keeps when it first opens the explorer. */
const startWith = (lists: object) => (page: Page) =>
  page.addInitScript(
    `sessionStorage.started ??= (localStorage.setItem("portico:lists", ${JSON.stringify(JSON.stringify(lists))}), 1)`,
  );

test("a signed-in person keeps lists in the account, sees them in another browser, exports and deletes everything", async () => {
  const lists = { ...listsOf("Cold wallet"), watched: [] };
  const opened = await openPage(chromium, `${url}/lists`, {
    width: 360,
    before: startWith(lists),
  });
  const { page } = opened;
  const stored = (): Promise<string> => page.evaluate(`JSON.stringify(localStorage)`);
  const enter = async (at: Page) => {
    await at.getByRole("link", { name: "Sign in", exact: true }).first().click();
    await at.waitForURL(`${scene.connectUrl}/signin/*`);
    await approveSignIn(tabOf(at), at.url(), { wallet: scene.wallet });
    await at.waitForURL(`${url}/lists`);
  };
  await page.getByText("They are kept in this browser only.").waitFor();
  await enter(page);
  await page.getByText("Your account keeps no lists.").waitFor();
  expect(await stored()).toContain("Cold wallet"); // nothing moves unasked
  await page.getByRole("button", { name: "Keep them in your account" }).click();
  await page.getByText("They are kept in your account").waitFor();
  await page.getByRole("link", { name: "Cold wallet" }).waitFor();
  await expect.poll(stored).not.toContain("Cold wallet");
  expect(await opened.scrollWidth()).toBe(360);
  expect(await listBarriers(page)).toEqual([]);

  const own = { labels: { [OTHER]: "Another name" } };
  const { page: other } = await openPage(chromium, `${url}/lists`, { before: startWith(own) });
  await other.getByRole("link", { name: "Another name" }).waitFor();
  await enter(other);
  await other.getByRole("link", { name: "Cold wallet" }).waitFor();
  await other.getByText("This browser has lists of its own").waitFor();
  await other.getByText("1 label, 0 watched addresses and 0 bundles are kept in this browser only").waitFor();
  await other.getByRole("button", { name: "Remove them from this browser" }).click();
  await other.getByText("This browser has lists of its own").waitFor({ state: "detached" });
  // the first browser changes an older revision: both changes are kept
  await other.getByRole("button", { name: "Remove the bundle Mine" }).click();
  await other.getByText("No bundles").waitFor();
  await expect.poll(async () => (await listsOfScene()).bundles).toEqual([]);
  await page.goto(`${url}/address/${address}`);
  await page.getByRole("button", { name: "Label and lists" }).click();
  const dialog = page.getByRole("dialog", { name: "Label and lists" });
  await dialog.getByText("Kept in your account").waitFor();
  await dialog.getByRole("textbox", { name: "Label" }).fill("My own");
  await other.getByRole("button", { name: `Remove the label of ${OTHER}` }).click();
  await expect.poll(async () => (await listsOfScene()).labels).toEqual({});
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await listsOfScene()).labels).toEqual({ [address]: "My own" });
  await page.keyboard.press("Escape");
  await opened.heading("My own");
  expect(await stored()).not.toContain("My own");

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  await page.getByRole("heading", { level: 1, name: "My own" }).waitFor({ state: "detached" });
  expect(await stored()).not.toMatch(/My own|Cold wallet/);

  await page.goto(`${url}/lists`);
  await enter(page);
  await page.getByRole("link", { name: "My own" }).waitFor();
  await other.reload();
  await other.getByRole("link", { name: "My own" }).waitFor();
  const [download] = await Promise.all([
    other.waitForEvent("download"),
    other.getByRole("button", { name: "Export everything" }).click(),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toMatchObject({
    account: address,
    lists: { labels: { [address]: "My own" } },
  });
  await other.locator("input[type=file]").setInputFiles(await download.path()); // its lists can be imported
  await other.getByRole("dialog").getByText("The file has 1 label, 0 watched addresses and 0 bundles.").waitFor();
  await other.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await other.getByRole("button", { name: "Copy them to this browser" }).click();
  await other.getByText("Copied to this browser").waitFor();
  await other.getByRole("button", { name: "Delete everything" }).click();
  const question = other.getByRole("dialog", { name: "Delete everything of your account?" });
  await question.getByRole("button", { name: "Delete everything" }).click({ force: true }); // nothing happens before it is confirmed
  await question.getByRole("checkbox").check();
  expect(await listBarriers(other)).toEqual([]);
  expect((await listsOfScene()).labels).toEqual({ [address]: "My own" });
  await question.getByRole("button", { name: "Delete everything" }).click();
  await other.getByText("Everything of your account was deleted, and you are signed out").waitFor();
  await other.getByRole("link", { name: "Sign in", exact: true }).first().waitFor();
  await other.getByText("They are kept in this browser only.").waitFor();
  await other.getByRole("link", { name: "My own" }).waitFor(); // the copy
  await page.evaluate(`dispatchEvent(new Event("focus"))`); // the first browser is looked at again
  await page.getByRole("link", { name: "My own" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Sign in", exact: true }).first().waitFor();
  await enter(other);
  await other.getByText("Your account keeps no lists.").waitFor();
  await other.close();
  await page.close();
});

async function listsOfScene(): Promise<{ labels: object; bundles: unknown[] }> {
  const { lists } = await findExplorerLists(scene.db, keySubject(scene.wallet.address));
  return lists as { labels: object; bundles: unknown[] };
}

test("a visitor who asks too often for exports has to wait", async () => {
  const person = new Person(); // whoever is signed in, or not
  const replies = await Promise.all(Array.from({ length: 61 }, () => person.ask("export")));
  const refused = replies.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});
