import { launchBrowser } from "@portico/browser";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieNames } from "./server/signIn/cookieNames.ts";
import { createSessions } from "./server/signIn/sessions.ts";
import { approveSignIn, type Tab } from "./testing/approveSignIn.ts";
import { type Browser, openPage } from "./testing/explorerPages.ts";
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
}, 60_000);
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

const approve = async (visitor: Visitor, start: string, decision: "allow" | "refuse" = "allow"): Promise<string> =>
  (await approveSignIn(visitor.tabAt(scene.connectUrl), start, { wallet: scene.wallet, decision })).href;

const locationOf = async (visitor: Visitor, path: string): Promise<string> =>
  (await visitor.request(path)).headers.get("location") ?? "";

async function signIn(visitor: Visitor, to?: string): Promise<string> {
  return await locationOf(visitor, await approve(visitor, await leave(visitor, to)));
}

const sessionOf = async (visitor: Visitor): Promise<unknown> => (await visitor.request(`${url}/auth/session`)).json();
const signedIn = () => ({ is_enabled: true, address });
const SIGNED_OUT = { is_enabled: true, address: null };

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
    /^portico_explorer=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
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

test("a session that was changed, expired, or issued by another server is none; a sign-in replaces one that was there before", async () => {
  const visitor = new Visitor();
  await signIn(visitor);
  const token = visitor.cookies.get(SESSION) ?? "";
  const [head = "", claims = "", signature = ""] = token.split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString()) as object;
  const forged = encode({ ...read(claims), sub: `0x${"1".repeat(40)}` });

  const write = async (options: { url?: string; secret?: string; now?: Date }) => {
    const { now = new Date(), ...rest } = options;
    const written: string[] = [];
    const res = { cookie: (_name: string, value: string) => written.push(value) } as never;
    await createSessions({ url, secret: scene.client.secret, now: () => now, ...rest }).start(res, address);
    return written[0] ?? "";
  };
  const session = async (cookie: string) =>
    ((await sessionOf(Object.assign(new Visitor(), { cookies: new Map([[SESSION, cookie]]) }))) as typeof SIGNED_OUT)
      .address;
  expect(await session(await write({}))).toBe(address);
  const invalid = [
    `${head}.${forged}.${signature}`,
    `${encode({ alg: "none" })}.${forged}.`,
    token.slice(0, -3),
    await write({ secret: "another" }),
    await write({ url: "https://explorer.example" }),
    await write({ now: new Date(Date.now() - 43_201_000) }),
    `${token}; ${SESSION}=${token}`,
    "",
  ];
  expect(await Promise.all(invalid.map(session))).toEqual(invalid.map(() => null));

  visitor.cookies.set(SESSION, await write({ now: new Date(Date.now() - 60_000) }));
  const planted = visitor.cookies.get(SESSION);
  await signIn(visitor);
  expect(visitor.cookies.get(SESSION)).not.toBe(planted);
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
  expect((await signOut({ origin: url, "sec-fetch-site": "same-origin" })).status).toBe(204);
  expect(visitor.cookies.has(SESSION)).toBe(false);
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
  const res = { cookie: (name: string, _value: string, options: object) => lines.push([name, options]) } as never;
  await createSessions({ url: "https://explorer.example", secret: "s" }).start(res, address);
  const options = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: 43_200_000 };
  expect(lines).toEqual([["__Host-portico-explorer", options]]);
  const cleared: unknown[] = [];
  const { maxAge: _maxAge, ...same } = options;
  createSessions({ url: "https://explorer.example", secret: "s" }).end({
    clearCookie: (...args: unknown[]) => cleared.push(args),
  } as never);
  expect(cleared).toEqual([["__Host-portico-explorer", same]]);
  expect(cookieNames("https://explorer.example").attempt).toBe("__Host-portico-explorer-attempt");
});

test("without a client nobody can sign in, and the explorer reports what to set", async () => {
  const off = await startTestExplorer();
  onTestFinished(() => off.stop());
  expect(await (await fetch(`${off.url}/auth/session`)).json()).toEqual({ is_enabled: false, address: null });
  const response = await fetch(`${off.url}/auth/login`, { redirect: "manual" });
  expect(response.status).toBe(501);
  expect(await response.text()).toContain("PORTICO_EXPLORER_CLIENT_ID");
});

test("the header offers to sign in, then shows the own address, and signs out; a failure is reported on the page", async () => {
  const { page, heading } = await openPage(chromium, `${url}/explore`, { width: 360 });
  await heading("Look into any wallet");
  const tab: Tab = {
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
  };
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
