import * as oauth from "oauth4webapi";
import { createClient, unwrap } from "@portico/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRecording } from "../recorded/recording.ts";
import { startMock, type RunningMock } from "../testing/startMock.ts";

const CALLBACK = "https://shop.example/callback";
const SCOPE = "user:base:read user:chain:read";
const insecure = { [oauth.allowInsecureRequests]: true } as const;
const demo = (await readRecording()).users.find(({ name }) => name === "demo");

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

interface Flow {
  readonly clientId?: string;
  readonly scope?: string;
}

/** Like a browser and an application's server, with a library that follows the RFCs strictly. */
async function signIn({ clientId = "pc_shop", scope = SCOPE }: Flow = {}) {
  const issuer = new URL(mock.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const client: oauth.Client = { client_id: clientId };
  const secret = oauth.ClientSecretBasic("ps_any");
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const sent = await fetch(url, { redirect: "manual" });
  const back = new URL(sent.headers.get("location") ?? "");
  const parameters = oauth.validateAuthResponse(server, client, back, state);
  const exchange = (codeVerifier: string) =>
    oauth.authorizationCodeGrantRequest(server, client, secret, parameters, CALLBACK, codeVerifier, insecure);
  const reply = async (response: Response) => oauth.processAuthorizationCodeResponse(server, client, response);
  return { server, client, secret, verifier, parameters, status: sent.status, exchange, reply };
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(mock.url + path, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("pc_shop:ps_any")}`, ...headers },
    body: new URLSearchParams(form),
  });

test("an application signs a user in, reads their data, refreshes, and revokes its tokens", async () => {
  const { server, client, secret, verifier, exchange, reply, status } = await signIn();
  expect(status).toBe(303);
  const tokens = await reply(await exchange(verifier));
  expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: SCOPE });
  const api = createClient({ baseUrl: mock.url, accessToken: tokens.access_token });
  expect(await unwrap(api.GET("/v1/me"))).toMatchObject({ id: demo?.address });
  const mine = await unwrap(api.GET("/v1/me/all_token_list"));
  const data = createClient({ baseUrl: mock.url, accessKey: "any" });
  const query = { id: demo?.address ?? "" };
  expect(mine).toEqual(await unwrap(data.GET("/v1/user/all_token_list", { params: { query } })));

  const old = tokens.refresh_token ?? "";
  const refreshing = await oauth.refreshTokenGrantRequest(server, client, secret, old, insecure);
  const fresh = await oauth.processRefreshTokenResponse(server, client, refreshing);
  expect([fresh.access_token, fresh.refresh_token]).not.toContain(tokens.access_token);
  expect(fresh.refresh_token).not.toBe(old);

  const looked = await oauth.introspectionRequest(server, client, secret, fresh.access_token, insecure);
  expect(await oauth.processIntrospectionResponse(server, client, looked)).toMatchObject({
    active: true,
    sub: demo?.address,
    scope: SCOPE,
  });
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, secret, fresh.refresh_token ?? "", insecure),
  );
  for (const token of [tokens.access_token, fresh.access_token]) {
    const response = await fetch(`${mock.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect([response.status, (await response.json()) as object]).toMatchObject([401, { code: "invalid_token" }]);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="connect", error="invalid_token"');
  }
  expect(await (await post("/oauth2/introspect", { token: fresh.access_token })).json()).toEqual({ active: false });
});

test("a wrong verifier is rejected, and a repeated code revokes what it opened", async () => {
  const wrong = await signIn();
  const refused = await wrong.exchange(oauth.generateRandomCodeVerifier());
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: "invalid_grant" }]);
  const { exchange, verifier, reply } = await signIn();
  const tokens = await reply(await exchange(verifier));
  expect((await exchange(verifier)).status).toBe(400);
  const me = await fetch(`${mock.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(me.status).toBe(401);
});

test("a scope without consent is 403, and the client's id sets who signs in", async () => {
  const { exchange, verifier, reply } = await signIn({ clientId: "collector", scope: "user:base:read" });
  const { access_token: token } = await reply(await exchange(verifier));
  const api = createClient({ baseUrl: mock.url, accessToken: token });
  expect(await unwrap(api.GET("/v1/me"))).toMatchObject({ name: "collector" });
  const { response } = await api.GET("/v1/me/total_balance");
  expect(response.status).toBe(403);
  expect(response.headers.get("www-authenticate")).toContain('scope="user:chain:read"');
});

test("parts of a client's id set what a browser can't: expired codes, short-lived tokens, a revoked consent", async () => {
  const late = await signIn({ clientId: "code-over" });
  expect((await late.exchange(late.verifier)).status).toBe(400);
  const { exchange, verifier, reply, server, client, secret } = await signIn({ clientId: "saver.short.withdrawn" });
  const tokens = await reply(await exchange(verifier));
  expect(tokens.expires_in).toBe(2);
  const me = () => fetch(`${mock.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(await (await me()).json()).toMatchObject({ name: "saver" });
  const refused = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token ?? "", insecure);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: "invalid_grant" }]);
  expect((await me()).status).toBe(401);
});

test.for([
  [{ client_id: "denied" }, "access_denied"],
  [{ scope: "everything" }, "invalid_scope"],
  [{ response_type: "token" }, "unsupported_response_type"],
  [{ code_challenge: "a".repeat(43) }, "invalid_request"],
] as const)("%j is returned as %s, with the state", async ([parameters, error]) => {
  const all = { client_id: "pc_shop", redirect_uri: `${CALLBACK}?a=1`, state: "s&1", ...parameters };
  const response = await fetch(`${mock.url}/oauth/authorize?${new URLSearchParams(all).toString()}`, {
    redirect: "manual",
  });
  const back = new URL(response.headers.get("location") ?? "");
  expect([response.status, Object.fromEntries(back.searchParams)]).toEqual([303, { a: "1", error, state: "s&1" }]);
});

test("an invalid redirect URI is a page, without a redirect", async () => {
  const query = new URLSearchParams({ client_id: "pc_shop", redirect_uri: "javascript:alert(1)" });
  const response = await fetch(`${mock.url}/oauth2/authorize?${query.toString()}`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  expect(response.headers.get("content-type")).toContain("text/html");
});

test("the plain endpoint returns scopes as a list, accepts multipart forms, and issues tokens with a chosen lifetime", async () => {
  const query = new URLSearchParams({ client_id: "pc_shop", redirect_uri: CALLBACK, scope: SCOPE });
  const sent = await fetch(`${mock.url}/oauth/authorize?${query.toString()}`, { redirect: "manual" });
  const back = new URL(sent.headers.get("location") ?? "");
  expect(back.searchParams.get("iss")).toBeNull();
  const form = new FormData();
  for (const [name, value] of Object.entries({
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: CALLBACK,
    client_id: "pc_shop",
    client_secret: "ps_any",
  })) {
    form.set(name, value);
  }
  const headers = { "Portico-Mock": "expires=0" };
  const response = await fetch(`${mock.url}/oauth/token`, { method: "POST", headers, body: form });
  const tokens = (await response.json()) as { access_token: string };
  expect(tokens).toMatchObject({ scope: SCOPE.split(" "), expires_in: 0 });
  const me = await fetch(`${mock.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(me.status).toBe(401);
});

test.for([
  [{ authorization: `Basic ${btoa("pc_shop:wrong")}` }, 401, "invalid_client"],
  [{ authorization: `Basic ${btoa("somebody:else")}` }, 400, "invalid_grant"],
] as const)("wrong credentials are reported as in the contract: %j", async ([headers, status, error]) => {
  const { parameters, verifier } = await signIn();
  const form = {
    grant_type: "authorization_code",
    code: parameters.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
  const response = await post("/oauth2/token", form, headers);
  expect([response.status, await response.json()]).toMatchObject([status, { error }]);
});
