/** Clients that are not registered: they describe themselves in a document at their id. */
import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { findBearer, keySubject, listConnections, listOauthClients, setOauthClientDisabled } from "@portico/store";
import type { FetchRules } from "@portico/safe-fetch";
import { startHost, type TestHost } from "@portico/safe-fetch/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { post } from "../testing/client.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";
import { TestUser } from "../testing/testUser.ts";
import { DOCUMENT_RULES } from "./clientDocuments.ts";

const MCP_URL = "https://mcp.example/mcp";
const CALLBACK = "http://127.0.0.1:4567/callback";
const VERIFIER = "v".repeat(43);

let host: TestHost;
let connect: TestConnect;
let documentRules: { -readonly [K in keyof FetchRules]: FetchRules[K] };
/** What the host answers, by path. */
let documents: Record<string, unknown>;
let serve: (response: ServerResponse, document: unknown) => void;

beforeAll(async () => {
  host = await startHost(({ url = "" }, response) => serve(response, documents[url]));
  const { timeoutMs, maxBytes, maxRedirects } = DOCUMENT_RULES;
  documentRules = { ...host.rules, timeoutMs, maxBytes, maxRedirects };
  connect = await startTestConnect({ parts: createParts, mcpUrl: MCP_URL, documentRules });
});
beforeEach(() => {
  documents = {};
  serve = (response, document) => sendJson(response, JSON.stringify(document));
});
afterAll(async () => {
  await connect.stop();
  await host.stop();
});

const sendJson = (response: ServerResponse, text: string): void =>
  void response.setHeader("Content-Type", "application/json").end(text);

let count = 0;

/** Publishes a client's document at a URL that was not read yet. @returns its id. */
function publish(change: Record<string, unknown> = {}): string {
  const path = `/client-${count++}.json`;
  const id = host.url(path, "agent.nft.test");
  documents[path] = {
    client_id: id,
    client_name: "An agent",
    client_uri: "https://bank.example",
    logo_uri: "https://bank.example/logo.png",
    redirect_uris: ["http://127.0.0.1/callback", "https://agent.test/callback", "agent:callback"],
    token_endpoint_auth_method: "none",
    ...change,
  };
  return id;
}

const urlOf = (id: string, change: Record<string, string> = {}): string => {
  const challenge = hash("sha256", VERIFIER, "base64url");
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
  const params = { client_id: id, redirect_uri: CALLBACK, resource: MCP_URL, state: "s", ...pkce, ...change };
  return `${connect.issuer}/oauth2/authorize?${new URLSearchParams(params).toString()}`;
};

const token = (id: string, params: Record<string, string>) =>
  post(connect, { client_id: id, resource: MCP_URL, ...params }, { path: "/oauth2/token", authorization: null });

const exchange = (id: string, back: URL, verifier = VERIFIER) =>
  token(id, {
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });

/** What the browser gets instead of a sign-in. */
async function refusal(id: string, change: Record<string, string> = {}): Promise<unknown[]> {
  const response = await fetch(urlOf(id, change), { redirect: "manual" });
  const error = URL.parse(response.headers.get("location") ?? "")?.searchParams.get("error");
  return [response.status, error ?? null, await response.text()];
}

test("a client signs a user in from any port of the loopback host, gets tokens without a secret, and refreshes them", async () => {
  const user = new TestUser(connect.issuer);
  const id = publish();
  const signIn = await user.login(await user.open(urlOf(id)));
  const site = `${new URL(id).origin}/`;
  expect(await user.details(signIn)).toMatchObject({
    client: {
      name: "An agent",
      site_url: site,
      logo_url: null,
      is_validated: false,
      redirect_host: "127.0.0.1:4567",
    },
    scopes: [{ id: "data:read", preview: [{ label: "Units left", value: "0" }] }],
  });
  expect((await listOauthClients(connect.db)).map((client) => client.id)).not.toContain(id);
  const { body } = await user.decide(signIn);
  const back = await user.open((body as { next: string }).next);
  expect((await exchange(id, back, "w".repeat(43))).body).toMatchObject({ error: "invalid_grant" });

  const again = await user.authorize(urlOf(id)); // asks for consent again
  const first = await exchange(id, again);
  expect(first.body).toMatchObject({ scope: "data:read", token_type: "Bearer" });
  const account = keySubject(user.account.address);
  const bearer = await findBearer(connect.db, first.body.access_token as string, MCP_URL);
  expect(bearer).toMatchObject({ account, clientId: id, appName: "An agent", accountId: null });
  const next = await token(id, { grant_type: "refresh_token", refresh_token: first.body.refresh_token as string });
  expect(next.status).toBe(200);
  expect(next.body.refresh_token).not.toBe(first.body.refresh_token);
  expect(await listConnections(connect.db, account)).toMatchObject([
    { clientId: id, name: "An agent", siteUrl: site, scopes: ["data:read"] },
  ]);

  await setOauthClientDisabled(connect.db, id, true);
  expect(await findBearer(connect.db, next.body.access_token as string, MCP_URL)).toBeUndefined();
  expect((await refusal(id)).slice(0, 2)).toEqual([400, null]);
  const refused = await token(id, { grant_type: "refresh_token", refresh_token: next.body.refresh_token as string });
  expect([refused.status, refused.body.error]).toEqual([401, "invalid_client"]);
});

test.each<[string, Record<string, unknown>, string]>([
  ["another client_id", { client_id: "https://agent.test/other.json" }, "has another client_id"],
  ["no name that is seen", { client_name: "\u202E \u0007" }, "has no client_name"],
  ["no redirect URI that may be used", { redirect_uris: ["http://agent.test/", "agent:x"] }, "has no redirect_uris"],
  ["redirect URIs that are no list", { redirect_uris: CALLBACK }, "has no redirect_uris"],
  ["another client authentication", { token_endpoint_auth_method: "private_key_jwt" }, "must have the token_endpoint"],
])("a document with %s is refused", async (_what, change, why) => {
  const [status, error, text] = await refusal(publish(change));
  expect([status, error, text]).toEqual([400, null, expect.stringContaining(`client&#39;s id ${why}`)]);
});

test.each<[string, string, (response: ServerResponse, text: string) => void]>([
  [
    "is a page",
    "is not application/json",
    (response, text) => response.setHeader("Content-Type", "text/html").end(text),
  ],
  ["is no JSON", "is not application/json", (response, text) => sendJson(response, text.slice(1))],
  ["is a list", "is not an object", (response, text) => sendJson(response, `[${text}]`)],
  ["is too long", "can&#39;t be read", (response, text) => sendJson(response, text + " ".repeat(20_000))],
  ["redirects", "can&#39;t be read", (response) => response.writeHead(302, { Location: "/client-0.json" }).end()],
  ["doesn't exist", "can&#39;t be read", (response) => response.writeHead(404).end()],
])("a document that %s is refused", async (_what, why, answer) => {
  serve = (response, document) => answer(response, JSON.stringify(document));
  const [status, error, text] = await refusal(publish());
  expect([status, error, text]).toEqual([400, null, expect.stringContaining(`client&#39;s id ${why}`)]);
});

test("a document that never comes is refused after the timeout", async () => {
  serve = () => undefined;
  documentRules.timeoutMs = 300;
  const [status, error, text] = await refusal(publish());
  documentRules.timeoutMs = DOCUMENT_RULES.timeoutMs;
  expect([status, error, text]).toEqual([400, null, expect.stringContaining("client&#39;s id can&#39;t be read")]);
});

test("a document can't name another redirect URI, open other resources, or set what registration sets", async () => {
  const id = publish({
    client_name: "An \u202Eagent\u001B[31m",
    portico: { id: "pc_0000000000000000", name: "Portico", isValidated: true, isDocument: false },
    redirect_uris: ["https://agent.test/callback"],
  });
  expect((await refusal(id)).slice(0, 2)).toEqual([400, null]);
  const callback = { redirect_uri: "https://agent.test/callback" };
  for (const resource of [`${connect.issuer}/v1/me`, "https://other.example"])
    expect(await refusal(id, { ...callback, resource })).toEqual([
      400,
      null,
      expect.stringContaining("invalid_target"),
    ]);
  const user = new TestUser(connect.issuer);
  const { client } = await user.details(await user.open(urlOf(id, callback)));
  expect(client).toMatchObject({ name: "An agent[31m", is_validated: false });
});

test("nobody is sent to an unregistered client's site by an error; whoever refuses is", async () => {
  const id = publish();
  for (const change of [
    { scope: "user:base:read" },
    { prompt: "none" },
    { code_challenge: "" },
    { response_type: "x" },
  ])
    expect([change, ...(await refusal(id, change))].slice(0, 3)).toEqual([change, 400, null]);
  const back = await new TestUser(connect.issuer).authorize(urlOf(id), "refuse");
  expect([back.origin, back.searchParams.get("error")]).toEqual(["http://127.0.0.1:4567", "access_denied"]);
});

test("a registered client still needs its secret, and a client that is no document is unknown", async () => {
  const { id } = connect.client;
  const { status, body } = await post(
    connect,
    { client_id: id, grant_type: "refresh_token", refresh_token: "x" },
    { path: "/oauth2/token", authorization: null },
  );
  expect([status, body.error]).toEqual([401, "invalid_client"]);
  for (const unknown of [
    "http://agent.test/client.json",
    "https://agent.test/a/../b.json",
    "https://u@agent.test/c",
    "https://agent.test/\u202E",
  ])
    expect((await refusal(unknown)).slice(0, 2)).toEqual([400, null]);
});

test("hosts inside the own network are never asked; without an MCP server no document is read", async () => {
  const strict = await startTestConnect({ parts: createParts, mcpUrl: MCP_URL });
  const without = await startTestConnect({ parts: createParts, documentRules: host.rules });
  try {
    const asked = host.requests.length;
    const ask = async (issuer: string, id: string) =>
      (await fetch(urlOf(id).replace(connect.issuer, issuer), { redirect: "manual" })).status;
    for (const name of ["127.0.0.1", "[::1]", "localhost", "169.254.169.254", "10.0.0.1", "0x7f000001"])
      expect(await ask(strict.issuer, `https://${name}/client.json`)).toBe(400);
    expect(await ask(without.issuer, publish())).toBe(400);
    expect(host.requests).toHaveLength(asked);
    const metadata = await fetch(`${without.issuer}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({
      client_id_metadata_document_supported: false,
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    });
  } finally {
    await Promise.all([strict.stop(), without.stop()]);
  }
});
