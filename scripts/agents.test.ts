/** Agents sign their users in: the SDK's OAuth client, the sign-in service with a real wallet, the MCP server and the data API. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { createApi } from "@portico/api";
import { createConnect } from "@portico/connect";
import { TestUser } from "@portico/connect/testing";
import { createMcpApp } from "@portico/mcp";
import {
  createAccessKey,
  createAccount,
  createOauthApp,
  createOauthClient,
  findAccount,
  grantUnits,
  listAccessKeys,
  removeConsent,
  revokeAccessKey,
} from "@portico/store";
import { startHost, type TestHost } from "@portico/safe-fetch/testing";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Agent } from "./testing/agent.ts";

const DOCUMENT = "/client.json";
const CALLBACK = "http://127.0.0.1:9/callback";
const log = pino({ level: "silent" });
const { db, url: databaseUrl, drop } = await createTestDatabase();
const closes: (() => Promise<unknown>)[] = [drop];

/** A server whose port is known before its handler. */
async function listen() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closes.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, answer: (listener: RequestListener) => void server.on("request", listener) };
}

/** What the data API was asked. */
const asked: IncomingMessage[] = [];
let apiUrl: string;
let issuer: string;
let mcpUrl: string;
let host: TestHost;
let client: { id: string; secret: string };

beforeAll(async () => {
  const [data, signIn, mcp] = await Promise.all([listen(), listen(), listen()]);
  apiUrl = data.url;
  issuer = signIn.url;
  mcpUrl = `${mcp.url}/mcp`;
  const api = await createApi({ databaseUrl, log });
  host = await startHost((_request, response) => {
    const document = { client_id: host.url(DOCUMENT), client_name: "An agent", redirect_uris: [CALLBACK] };
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(document));
  });
  const connect = await createConnect({ databaseUrl, issuer, log, mcpUrl, documentRules: host.rules });
  closes.push(host.stop, api.close, connect.close);
  data.answer((req, res) => {
    asked.push(req);
    api.app(req, res);
  });
  signIn.answer(connect.app);
  const oauth = { db, connectUrl: issuer, secret: "s".repeat(32), dashboardUrl: "https://dashboard.example" };
  const settings = { apiUrl, url: mcp.url, tools: "full", maxLength: 100_000, version: "1", log } as const;
  mcp.answer(createMcpApp({ ...settings, oauth }));
  const appId = await createOauthApp(db, { name: "Test agent", siteUrl: "https://agent.example" });
  client = await createOauthClient(db, { appId, redirectUris: [CALLBACK] });
});
beforeEach(() => void (asked.length = 0));
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

const newAgent = () => new Agent({ mcpUrl, issuer, client, callback: CALLBACK });

/** Gives an agent's user an account. */
async function addAccount({ account }: Agent, units: number): Promise<string> {
  const { id } = await createAccount(db, { name: "User", owner: account });
  if (units > 0) await grantUnits(db, { accountId: id, amount: units, reason: "test", actor: "test", reference: "1" });
  return id;
}

const post = (token: string | undefined, headers: Record<string, string> = {}) =>
  fetch(mcpUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });

const challenge = async (token: string | undefined): Promise<[number, string | null]> => {
  const { status, headers } = await post(token);
  return [status, headers.get("www-authenticate")];
};

const METADATA = () =>
  `scope="data:read", resource_metadata="${mcpUrl.replace("/mcp", "/.well-known/oauth-protected-resource/mcp")}"`;
const INVALID = (): [number, string] => [401, `Bearer realm="mcp", error="invalid_token", ${METADATA()}`];

test("an agent signs its user in, lists the tools and calls them; the user's account pays", async () => {
  const agent = newAgent();
  const accountId = await addAccount(agent, 1000);
  await agent.signIn();
  expect(Object.fromEntries(agent.sentTo?.searchParams ?? [])).toMatchObject({ resource: mcpUrl, scope: "data:read" });
  expect((await agent.client.listTools()).tools).toHaveLength(51);
  const [key] = await listAccessKeys(db, { accountId });
  expect(key).toMatchObject({ name: "Agent: Test agent", isUnlimited: false, revokedAt: null });
  expect(key?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 80 * 86_400_000);

  const chains = await agent.call("getChainList", { fields: "*" });
  const { key: own } = await createAccessKey(db, { name: "own", isUnlimited: true });
  const direct = await fetch(`${apiUrl}/v1/chain/list`, { headers: { AccessKey: own } });
  expect(chains).toEqual({ data: await direct.json() });
  const { data } = (await agent.call("getAccountUnits")) as { data: { balance: number } };
  expect(data.balance).toBeLessThan(1000);
  for (const { headers } of asked) {
    expect(headers.authorization).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(agent.tokens?.access_token);
  }
  await expect.poll(async () => (await findAccount(db, accountId))?.balance).toBeLessThan(1000);
});

test("an agent that is not registered signs its user in by the document that describes it", async () => {
  const agent = new Agent({ mcpUrl, issuer, client: host.url(DOCUMENT), callback: CALLBACK });
  const accountId = await addAccount(agent, 10);
  await agent.signIn();
  expect(agent.sentTo?.searchParams.get("client_id")).toBe(host.url(DOCUMENT));
  expect(await agent.call("getChainList")).toMatchObject({ data: expect.any(Array) });
  expect((await listAccessKeys(db, { accountId })).map(({ name }) => name)).toEqual(["Agent: An agent"]);
});

test("a token that has expired is refreshed by the client; when the user removes the agent, it has to ask again", async () => {
  const agent = newAgent();
  await addAccount(agent, 10);
  await agent.signIn();
  const first = agent.tokens?.access_token;
  await sql`update oauth_artifact set expires_at = now() where model = 'AccessToken' and account = ${agent.account}`.execute(
    db,
  );
  expect(await challenge(first)).toEqual(INVALID());
  expect((await agent.client.listTools()).tools).toHaveLength(51);
  expect(agent.tokens?.access_token).not.toBe(first);
  await removeConsent(db, { account: agent.account, clientId: client.id });
  const earlier = agent.sentTo?.href;
  await expect(agent.client.listTools()).rejects.toThrow("Unauthorized");
  expect(agent.sentTo?.pathname).toBe("/oauth2/authorize");
  expect(agent.sentTo?.href).not.toBe(earlier);
});

test("no token, a foreign one, one for another resource, and one without the scope, are refused as the RFCs say", async () => {
  expect(await challenge(undefined)).toEqual([401, `Bearer realm="mcp", ${METADATA()}`]);
  expect(await challenge("nonsense")).toEqual(INVALID());
  const user = new TestUser(issuer);
  const query = new URLSearchParams({ client_id: client.id, redirect_uri: CALLBACK, scope: "user:base:read" });
  const back = await user.authorize(`${issuer}/oauth2/authorize?${query.toString()}`);
  const other = await fetch(`${issuer}/oauth2/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: CALLBACK,
    }),
  });
  const { access_token: ofMe } = (await other.json()) as OAuthTokens;
  expect((await fetch(`${issuer}/v1/me`, { headers: { Authorization: `Bearer ${ofMe}` } })).status).toBe(200);
  expect(await challenge(ofMe)).toEqual(INVALID());

  const agent = await newAgent().signIn();
  const token = agent.tokens?.access_token;
  expect((await fetch(`${issuer}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  expect((await post(token, { AccessKey: "pk_x" })).status).toBe(401);
  await sql`
    update oauth_artifact set payload = (payload::jsonb || '{"scope":""}')::json
    where model = 'AccessToken' and account = ${agent.account}`.execute(db);
  expect(await challenge(token)).toEqual([403, `Bearer realm="mcp", error="insufficient_scope", ${METADATA()}`]);
  expect(asked).toEqual([]);
});

test("a user without an account, without units, or with a revoked key is told what to do", async () => {
  const agent = await newAgent().signIn();
  expect((await agent.client.listTools()).tools).toHaveLength(51);
  expect(await agent.call("getChainList")).toEqual({
    error: {
      code: "account_missing",
      status: 403,
      message: `${agent.user.address} has no account here. Its owner has to sign in to the dashboard, https://dashboard.example, once, which creates one, and to get units for it`,
    },
  });
  expect(asked).toEqual([]);
  const accountId = await addAccount(agent, 0);
  expect(await agent.call("getChainList")).toMatchObject({ error: { code: "units_exhausted", message: /top it up/ } });
  await grantUnits(db, { accountId, amount: 100, reason: "test", actor: "test", reference: "1" });
  await expect.poll(() => agent.call("getChainList")).toMatchObject({ data: expect.any(Array) }); // within a second
  const [key] = await listAccessKeys(db, { accountId });
  await revokeAccessKey(db, key?.id ?? "");
  await expect.poll(() => agent.call("getChainList")).toMatchObject({ error: { code: "access_key_revoked" } });
  expect(await listAccessKeys(db, { accountId })).toHaveLength(1);
});

test("the metadata names the sign-in service, which lists the scope", async () => {
  const metadata = await fetch(mcpUrl.replace("/mcp", "/.well-known/oauth-protected-resource/mcp"));
  expect([metadata.status, metadata.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await metadata.json()).toEqual({
    resource: mcpUrl,
    authorization_servers: [issuer],
    scopes_supported: ["data:read"],
    bearer_methods_supported: ["header"],
    resource_name: "Portico",
  });
  const server = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  expect(((await server.json()) as { scopes_supported: string[] }).scopes_supported).toContain("data:read");
});

test.each([
  ["a resource that doesn't exist", { resource: "https://other.example/mcp" }, "invalid_target"],
  ["a scope of another resource", { scope: "user:base:read" }, "invalid_scope"],
  ["the scope without the resource", { resource: undefined }, "invalid_scope"],
  ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
] as const)("an authorization request for %s is refused", async (_what, change, error) => {
  const params: Record<string, string | undefined> = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    scope: "data:read",
    resource: mcpUrl,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...change,
  };
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
  const { status, headers } = await fetch(`${issuer}/oauth2/authorize?${query.toString()}`, { redirect: "manual" });
  expect([status, URL.parse(headers.get("location") ?? "")?.searchParams.get("error")]).toEqual([303, error]);
});

test("two resources at once are refused", async () => {
  const query = new URLSearchParams({ client_id: client.id, redirect_uri: CALLBACK, resource: mcpUrl });
  query.append("resource", `${issuer}/v1/me`);
  const { headers } = await fetch(`${issuer}/oauth2/authorize?${query.toString()}`, { redirect: "manual" });
  expect(URL.parse(headers.get("location") ?? "")?.searchParams.get("error")).toBe("invalid_target");
});
