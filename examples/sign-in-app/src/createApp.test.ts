import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { urlToHttpOptions } from "node:url";
import { createSignIn } from "@portico/client/sign-in";
import { TestUser } from "@portico/connect/testing";
import { removeConsent, keySubject } from "@portico/store";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSignedCookie } from "./cookies.ts";
import { createSessions } from "./sessions.ts";
import { HOSTILE_SYMBOL, type Scene, startScene } from "./testing/startScene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterEach(() => scene.visitor.request("/signout", { method: "POST" }));
afterAll(() => scene.stop());

const SIGN_IN = "Sign in with your wallet";

/** Where the application sends the user. */
async function leave(visitor = scene.visitor): Promise<string> {
  const { status, headers } = await visitor.request("/signin");
  expect(status).toBe(303);
  return headers.get("location") ?? "";
}

async function signIn(): Promise<void> {
  const back = await scene.user.authorize(await leave());
  const { status, headers } = await scene.visitor.request(back.href);
  expect([status, headers.get("location")]).toEqual([303, "/"]);
}

/** On the page of connected applications. */
const takeBack = () =>
  removeConsent(scene.db, { account: keySubject(scene.user.account.address), clientId: scene.settings.clientId });

/** Status of a request line that fetch wouldn't send. */
const rawStatus = async (path: string) => {
  const [response] = (await once(get({ ...urlToHttpOptions(new URL(scene.appUrl)), path }), "response")) as [
    IncomingMessage,
  ];
  response.resume();
  return response.statusCode;
};

const home = async () => String((await scene.visitor.request("/")).body);

test("a signed-in user sees their holdings; no token and no secret is in the page, and hostile token names are harmless", async () => {
  expect(await home()).toContain(SIGN_IN);
  await signIn();
  const page = await home();
  expect(page).toContain(scene.user.address);
  expect(page).toContain("$6,000.00");
  expect(page).toContain("<td>ETH</td>");
  expect(page).not.toContain(HOSTILE_SYMBOL);
  expect(page).not.toContain("<img");
  expect(page).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;gnp");
  expect(page).not.toMatch(/ps_|access_token|refresh_token|Bearer/);
  const { headers } = await scene.visitor.request("/");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("signing out ends the session and its tokens", async () => {
  await signIn();
  await scene.visitor.request("/signout", { method: "POST" });
  expect(await home()).toContain(SIGN_IN);
  const { rows } = await sql`select from oauth_artifact where model in ('AccessToken', 'RefreshToken')`.execute(
    scene.db,
  );
  expect(rows.length).toBe(0);
});

test("an expired access token is replaced silently", async () => {
  await signIn();
  await sql`delete from oauth_artifact where model = 'AccessToken'`.execute(scene.db);
  const pages = await Promise.all([home(), home()]);
  for (const page of pages) expect(page).toContain("$6,000.00");
});

test("an access token about to expire is replaced before use, by one refresh for all concurrent requests", async () => {
  const service = createSignIn({ ...scene.settings, scope: ["user:base:read"] });
  const { url, attempt } = await service.begin();
  const tokens = await service.finish(attempt, await scene.user.authorize(url));
  expect(tokens.scope).toEqual(["user:base:read"]);
  expect(Math.round((tokens.expiresAtMs - Date.now()) / 600_000)).toBe(6);
  const sessions = createSessions(service);
  const id = sessions.begin({ ...tokens, expiresAtMs: Date.now() + 20_000 });
  const [first, second] = await Promise.all([sessions.findAccessToken(id), sessions.findAccessToken(id)]);
  expect(first).toBe(second);
  expect(first).not.toBe(tokens.accessToken);
  expect(await sessions.findAccessToken(id)).toBe(first);
});

test("a user who revokes the consent is signed out, and must consent again", async () => {
  await signIn();
  await takeBack();
  expect(await home()).toContain("You are signed out.");
  const at = await scene.user.open(await leave());
  expect((await scene.user.details(at)).prompt).toBe("consent");
});

test("a user who denies access gets a message, and no data is read", async () => {
  await takeBack();
  const back = await scene.user.authorize(await leave(), "refuse");
  expect(back.searchParams.get("error")).toBe("access_denied");
  expect((await scene.visitor.request(back.href)).body).toContain("You denied access");
  expect(await home()).toContain(SIGN_IN);
});

test("a response with another state, of another browser, of another service or without an attempt is rejected", async () => {
  const back = await scene.user.authorize(await leave());
  const change = (name: string, value: string) => {
    const url = new URL(back);
    url.searchParams.set(name, value);
    return url.href;
  };
  const other = new TestUser(scene.appUrl);
  const replies = [
    await scene.visitor.request(change("state", "x")),
    await scene.visitor.request(change("iss", "https://evil.example")),
    await other.request(back.href),
    await other.request(back.href, { headers: { cookie: "attempt=bnVsbA.bnVsbA" } }),
  ];
  await leave(other);
  replies.push(await other.request(back.href));
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  for (const { body } of replies) expect(body).toContain("was not started in this browser");
  expect(await home()).toContain(SIGN_IN);
});

test("a cookie is accepted only where it was written, and with https no sibling host can set one", () => {
  const options = { secret: "s".repeat(32), name: "attempt", maxAgeSeconds: 60 };
  const [secure, plain] = [true, false].map((isSecure) => createSignedCookie({ ...options, isSecure }));
  const [pair = "", ...flags] = secure!.write("mine").split("; ");
  expect([secure!.read(pair), plain!.read(pair), secure!.read(pair.slice("__Host-".length))]).toEqual([
    "mine",
    undefined,
    undefined,
  ]);
  expect([pair.startsWith("__Host-attempt="), ...flags]).toEqual([
    true,
    "Max-Age=60",
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    "Secure",
  ]);
});

test("unknown paths are 404", async () => {
  expect((await scene.visitor.request("/signout")).status).toBe(404);
  expect((await scene.visitor.request("/<script>")).status).toBe(404);
  expect(await rawStatus("//")).toBe(404);
});
