import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureArtefact } from "@portico/artefacts";
import { startProcess } from "@portico/server/testing";
import { startBareChain } from "@portico/devnet";
import {
  contractSubject,
  createOauthApp,
  createOauthClient,
  findAccountByOwner,
  findOauthClient,
  keySubject,
  setAppLogo,
  setOauthClientDisabled,
} from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, expect, test } from "vitest";
import { createDashboard } from "./createDashboard.ts";
import { Visitor } from "./testing/visitor.ts";

const { db, url: databaseUrl, drop } = await createTestDatabase();
const connectPort = await freePort();
const connectUrl = `http://127.0.0.1:${connectPort}`;
const [eth, base] = await Promise.all([startBareChain(1), startBareChain(8453)]);
const connect = startProcess(await ensureArtefact("connect"), [], {
  DATABASE_URL: databaseUrl,
  PORTICO_CONNECT_PORT: String(connectPort),
  PORTICO_RPC_ETH: eth.rpcUrl,
  PORTICO_RPC_BASE: base.rpcUrl,
});
const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const appId = await createOauthApp(db, { name: "Dashboard", siteUrl: url });
const client = await createOauthClient(db, { appId, redirectUris: [`${url}/dashboard/callback`] });
const SAFE = `0x${"5a".repeat(20)}` as const;
/** Returns the magic value of ERC-1271 for every call and signature. */
const ACCEPTS_ALL = `0x7f1626ba7e${"00".repeat(28)}60005260206000f3` as const;
await Promise.all([eth, base].map((chain) => chain.setCode(SAFE, ACCEPTS_ALL)));
const log = pino({ level: "silent" });
const operators = new Set([contractSubject(1, SAFE)]);
const dashboard = await createDashboard({ databaseUrl, url, connectUrl, client, log, operators });
server.on("request", dashboard.app);
await connect.url();
afterAll(async () => {
  connect.child.kill("SIGTERM");
  server.closeAllConnections();
  server.close();
  await dashboard.close();
  await connect.end;
  await Promise.all([eth.stop(), base.stop()]);
  await drop();
});

const wallet = privateKeyToAccount(generatePrivateKey());

/** Does what the sign-in page does for a user with a wallet. @returns the URL that the browser is redirected to. */
async function signAt(
  service: Visitor,
  start: string,
  decision: "allow" | "refuse" = "allow",
  { address, chainId } = { address: wallet.address, chainId: 1 },
): Promise<string> {
  let at = await follow(service, start);
  const details = async () => (await service.request("GET", `${at}/details`)).body;
  if ((await details()).prompt === "login") {
    const json = { address, chain_id: chainId };
    const { body: challenge } = await service.request("POST", `${at}/challenge`, { json });
    const proof = { nonce: challenge.nonce, signature: await wallet.signMessage({ message: challenge.message }) };
    at = await follow(service, (await service.request("POST", `${at}/signature`, { json: proof })).body.next);
  }
  if (at.startsWith(url)) return at;
  const { csrf } = await details();
  const { body } = await service.request("POST", `${at}/decision`, { json: { decision, csrf } });
  return await follow(service, body.next);
}

/** Follows redirects until a sign-in begins, or the browser returns here. */
async function follow(service: Visitor, start: string): Promise<string> {
  for (let at = new URL(start, connectUrl); ;) {
    if (at.origin === url) return at.href;
    if (at.pathname.startsWith("/signin/")) return at.pathname;
    const { headers } = await service.request("GET", at.href);
    at = new URL(headers.get("location") ?? "", at);
  }
}

const leave = async (visitor: Visitor, to: string): Promise<string> =>
  (await visitor.request("GET", `/dashboard/sign-in?to=${encodeURIComponent(to)}`)).headers.get("location") ?? "";

const land = async (visitor: Visitor, back: string) => {
  const { status, headers } = await visitor.request("GET", back);
  return { status, location: headers.get("location"), cookies: headers.getSetCookie() };
};

const browser = new Visitor(url);
const service = new Visitor(connectUrl);

test("a user who signs in with a wallet at our sign-in service gets a session here, and an account from then on", async () => {
  const { status, location, cookies } = await land(browser, await signAt(service, await leave(browser, "/keys?x=1")));
  expect([status, location]).toEqual([303, "/keys?x=1"]);
  expect(cookies.find((line) => line.startsWith("portico_dashboard="))).toMatch(
    /^portico_dashboard=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  const { body } = await browser.readSession();
  const account = await findAccountByOwner(db, keySubject(wallet.address));
  expect(body).toMatchObject({ account_id: account?.id, address: wallet.address.toLowerCase(), is_operator: false });
  const { rows } = await sql`select from oauth_artifact where model in ('AccessToken', 'RefreshToken')`.execute(db);
  expect(rows).toHaveLength(0);
});

test("a contract that accepts every signature, at a Safe's address on another chain, is not an operator and has none of the Safe's keys", async () => {
  const enter = async (chainId: number) => {
    const [visitor, atService] = [new Visitor(url), new Visitor(connectUrl)];
    const back = await signAt(atService, await leave(visitor, "/"), "allow", { address: SAFE, chainId });
    await land(visitor, back);
    const { body } = await visitor.readSession();
    return { visitor, body };
  };
  const safe = await enter(1);
  expect(safe.body).toMatchObject({ address: SAFE, chain: "eth", is_operator: true, name: "0x5a5a…5a5a on eth" });
  expect((await safe.visitor.request("POST", "/dashboard/keys", { json: { name: "of the Safe" } })).status).toBe(201);
  expect((await safe.visitor.request("GET", "/dashboard/operator/accounts")).status).toBe(200);

  const double = await enter(8453);
  expect(double.body).toMatchObject({ address: SAFE, chain: "base", is_operator: false });
  expect(double.body.account_id).not.toBe(safe.body.account_id);
  expect((await double.visitor.request("GET", "/dashboard/keys")).body).toEqual([]);
  expect(await double.visitor.refused("GET", "/dashboard/operator/accounts")).toBe("403 operator_only");
  expect((await findAccountByOwner(db, contractSubject(1, SAFE)))?.id).toBe(safe.body.account_id);
  expect(await findAccountByOwner(db, keySubject(SAFE))).toBeUndefined();
});

test("C09: the sign-in service serves an application's logo from its own origin", async () => {
  const image = Buffer.from("RIFF....WEBP");
  await setAppLogo(db, { appId, image, url: `/app-logos/${appId}` });
  const app = (await findOauthClient(db, client.id))?.app;
  expect(app?.logoUrl).toMatch(new RegExp(`^/app-logos/${appId}\\?v=\\d+$`));
  const logo = await service.request("GET", app?.logoUrl ?? "");
  expect([logo.headers.get("content-type"), logo.headers.get("x-content-type-options")]).toEqual([
    "image/webp",
    "nosniff",
  ]);
  expect(logo.body).toEqual(image);
  expect((await service.request("GET", "/app-logos/app_none")).status).toBe(404);
});

test("D09: signing in again begins a new session, and ends the previous one; the account is the same", async () => {
  const before = browser.cookie("portico_dashboard") ?? "";
  const { body: old } = await browser.readSession();
  await land(browser, await signAt(service, await leave(browser, "https://evil.example/")));
  expect(browser.cookie("portico_dashboard")).not.toBe(before);
  expect((await browser.readSession()).body.account_id).toBe(old.account_id);
  const stolen = await browser.request("GET", "/dashboard/session", {
    headers: { cookie: `portico_dashboard=${before}` },
  });
  expect(stolen.status).toBe(401);
});

test("a callback of another browser, of another sign-in, repeated or of another issuer is refused", async () => {
  const back = await signAt(service, await leave(browser, "/"));
  const other = new Visitor(url);
  expect((await land(other, back)).location).toBe("/?problem=invalid_state");
  await leave(other, "/");
  expect((await land(other, back)).location).toBe("/?problem=invalid_state");
  expect(other.cookie("portico_dashboard")).toBeUndefined();
  expect((await land(browser, back.replace(/iss=[^&]+/, "iss=https://evil.example"))).location).toContain(
    "invalid_state",
  );
  await leave(browser, "/");
  expect((await land(browser, back)).location).toBe("/?problem=invalid_state");
});

test("a user who refuses returns with that error, and a sign-in that fails reports it", async () => {
  await sql`delete from consent`.execute(db);
  await sql`delete from oauth_artifact where model = 'Grant'`.execute(db);
  const refused = await signAt(service, await leave(browser, "/"), "refuse");
  expect((await land(browser, refused)).location).toBe("/?problem=access_denied");
  const back = await signAt(service, await leave(browser, "/"));
  await setOauthClientDisabled(db, client.id, true);
  expect((await land(browser, back)).location).toBe("/?problem=server_error");
});

test("D09: over https the cookie is Secure and bound to this host", async () => {
  const secure = await createDashboard({
    databaseUrl,
    url: "https://dashboard.example",
    connectUrl,
    client,
    log: pino({ level: "silent" }),
    trustedProxies: ["127.0.0.1"],
  });
  const other = createServer(secure.app).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { promise, resolve } = Promise.withResolvers<string[]>();
  get({ port, path: "/dashboard/sign-in", headers: { host: "dashboard.example" } }, (res) => {
    res.resume();
    resolve(res.headers["set-cookie"] ?? []);
  });
  const [cookie = ""] = await promise;
  expect(cookie).toMatch(
    /^__Host-portico-attempt=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  other.closeAllConnections();
  other.close();
  await secure.close();
});
