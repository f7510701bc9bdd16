import { randomBytes, createHash } from "node:crypto";
import { setOauthClientDisabled } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authorizeUrl, exchange, TestBrowser, type Params } from "../testing/client.ts";
import { rawRequest } from "@portico/server/testing";
import { CALLBACK, startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

let connect: TestConnect;
let single: { id: string; secret: string };
let disabled: { id: string; secret: string };
beforeAll(async () => {
  connect = await startTestConnect();
  single = await connect.addClient({ redirectUris: [CALLBACK] });
  disabled = await connect.addClient();
  await setOauthClientDisabled(connect.db, disabled.id, true);
});
afterAll(() => connect.stop());

const request = (params: Params, path?: string) => new TestBrowser().get(authorizeUrl(connect, params, path));

const REFUSED_AS_PAGE: [id: string, what: string, params: () => Params, error: string][] = [
  ["A01", "without client_id", () => ({ client_id: "absent" }), "invalid_request"],
  ["A02", "of an unknown client", () => ({ client_id: "pc_0123456789abcdef" }), "invalid_client"],
  ["A02", "of a client whose name no client has", () => ({ client_id: "\0'; drop table" }), "invalid_client"],
  ["A02", "of a disabled client", () => ({ client_id: disabled.id }), "invalid_client"],
  ["A03", "without redirect_uri", () => ({ redirect_uri: "absent" }), "invalid_request"],
  ["A03", "of a client with one URI", () => ({ client_id: single.id, redirect_uri: "absent" }), "invalid_request"],
  ["A04", "with a longer path", () => ({ redirect_uri: `${CALLBACK}/x` }), "invalid_redirect_uri"],
  ["A04", "with another query", () => ({ redirect_uri: `${CALLBACK}?x` }), "invalid_redirect_uri"],
  ["A06", "with user info", () => ({ redirect_uri: "http://127.0.0.1@evil.example/callback" }), "invalid_redirect_uri"],
  ["A06", "without a scheme", () => ({ redirect_uri: "//evil.example/callback" }), "invalid_redirect_uri"],
  ["A06", "with backslashes", () => ({ redirect_uri: String.raw`\\evil.example` }), "invalid_redirect_uri"],
  ["A06", "with a script", () => ({ redirect_uri: "javascript:alert(1)" }), "invalid_redirect_uri"],
  ["A07", "with two redirect_uri", () => twice("redirect_uri", CALLBACK), "invalid_request"],
  ["A07", "with two client_id", () => twice("client_id", connect.client.id), "invalid_request"],
];

const twice = (name: string, value: string): [string, string][] => [
  ["client_id", connect.client.id],
  ["redirect_uri", CALLBACK],
  [name, value],
];

test.each(REFUSED_AS_PAGE)("%s: a request %s gets a page, and no redirect", async (_id, _what, params, error) => {
  const response = await request(params());
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  const html = await response.text();
  expect(html).toContain(error);
  expect(html).not.toContain("<script");
});

const REFUSED_BY_REDIRECT: [id: string, what: string, params: Record<string, string>, error: string][] = [
  ["A10", "for a token", { response_type: "token" }, "unsupported_response_type"],
  ["A10", "for an ID token", { response_type: "id_token" }, "unsupported_response_type"],
  ["A10", "for code and token", { response_type: "code token" }, "unsupported_response_type"],
  ["A12", "with an unknown scope", { scope: "user:base:read admin" }, "invalid_scope"],
  ["A13", "for openid", { scope: "openid" }, "invalid_scope"],
  ["A13", "for offline_access", { scope: "user:base:read offline_access" }, "invalid_scope"],
  ["A14", "with a quote in the scope", { scope: 'user:base:read"' }, "invalid_scope"],
  ["A14", "with a control character in the scope", { scope: "user:base:read\u0000" }, "invalid_scope"],
  ["A14", "with other letters in the scope", { scope: "usеr:base:read" }, "invalid_scope"],
  ["A14", "with a scope of nothing but spaces", { scope: "  " }, "invalid_scope"],
  ["A17", "with a state of 5 kB", { state: "s".repeat(5000) }, "invalid_request"],
  ["A19", "with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
  ["A19", "with a request_uri", { request_uri: "http://169.254.169.254/" }, "request_uri_not_supported"],
  ["A20", "without a page, of who isn't signed in,", { prompt: "none" }, "login_required"],
  [
    "A14",
    "with a plain code challenge",
    { code_challenge: "x".repeat(43), code_challenge_method: "plain" },
    "invalid_request",
  ],
];

test.each(REFUSED_BY_REDIRECT)(
  "%s: a request %s is reported to the client in the query",
  async (_id, _what, params, error) => {
    const response = await request({ state: "st at+e", ...params });
    const target = new URL(response.headers.get("location") ?? "");
    expect([response.status, target.origin + target.pathname, target.hash]).toEqual([303, CALLBACK, ""]);
    expect(target.searchParams.get("error")).toBe(error);
    expect(target.searchParams.get("state")).toBe(params["state"] ?? "st at+e");
    expect(target.searchParams.has("iss")).toBe(false);
    const rfc = await request({ ...params }, "/oauth2/authorize");
    const { searchParams } = new URL(rfc.headers.get("location") ?? "");
    expect([searchParams.get("error"), searchParams.get("iss")]).toEqual([error, connect.issuer]);
  },
);

test.each([
  ["A09", "no response_type", { response_type: "absent" }],
  ["A09", "an empty response_type", { response_type: "" }],
  ["A11", "response_mode=fragment", { response_mode: "fragment" }],
  ["A11", "response_mode=form_post", { response_mode: "form_post" }],
  ["A15", "no scope", { scope: "absent" }],
  ["A15", "an empty scope", { scope: "" }],
  ["A07", "a parameter that nobody knows", { portico_door: "rfc", nonce: "n".repeat(9000), max_age: "x" }],
])(
  "%s: with %s a user signs in for the default scope, and only code and state are returned",
  async (_id, _what, params) => {
    const target = await new TestBrowser().authorize(authorizeUrl(connect, params));
    expect(target.origin + target.pathname).toBe(CALLBACK);
    expect([...target.searchParams.keys()].toSorted()).toEqual(["code", "state"]);
    const { body } = await exchange(connect, target.searchParams.get("code") ?? "");
    expect(body.scope).toEqual(["user:base:read"]);
  },
);

test("A16: state is returned byte for byte, also with a refusal, and iss only by the RFC endpoint", async () => {
  const state = `"><script>alert(1)</script> a b+c&d=é%20<%00\u0000\\'`;
  for (const path of ["/oauth/authorize", "/oauth2/authorize"]) {
    const url = authorizeUrl(connect, { state }, path);
    const allowed = await new TestBrowser().authorize(url);
    expect(allowed.searchParams.get("state")).toBe(state);
    expect(allowed.search).not.toContain("<");
    const refused = await new TestBrowser().authorize(url, { refuse: true });
    expect(refused.searchParams.get("state")).toBe(state);
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect(refused.searchParams.has("code")).toBe(false);
    for (const { searchParams } of [allowed, refused]) {
      expect(searchParams.get("iss")).toBe(path === "/oauth2/authorize" ? connect.issuer : null);
    }
  }
  const none = await new TestBrowser().authorize(authorizeUrl(connect, { state: "absent" }));
  expect([...none.searchParams.keys()]).toEqual(["code"]);
});

test("A16: iss is removed from the seed's endpoint also if the redirect URI isn't in browsers' spelling", async () => {
  const redirectUri = "https://App.Example:443/callback?from=portico";
  const client = await connect.addClient({ redirectUris: [redirectUri] });
  const params = { client_id: client.id, redirect_uri: redirectUri };
  const { origin, searchParams } = await new TestBrowser().authorize(authorizeUrl(connect, params));
  expect([origin, ...[...searchParams.keys()].toSorted()]).toEqual(["https://app.example", "code", "from", "state"]);
});

test("A16: a state with invalid UTF-8 is rejected, because it could not be returned unchanged", async () => {
  for (const state of ["caf%E9", "%ED%A0%80", "%EF%BF%BD%E9"]) {
    const response = await new TestBrowser().get(`${authorizeUrl(connect, { state: "absent" })}&state=${state}`);
    const { searchParams } = new URL(response.headers.get("location") ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: "invalid_request",
      error_description: "state must be UTF-8",
    });
  }
});

test("A17: a state that contains the replacement character itself is returned unchanged", async () => {
  const state = "\uFFFD é";
  const { searchParams } = await new TestBrowser().authorize(authorizeUrl(connect, { state }));
  expect(searchParams.get("state")).toBe(state);
});

test("a redirect URI's own query is returned by the seed's endpoint, even with a parameter called iss", async () => {
  const redirectUri = "https://app.example/callback?iss=own&from=portico";
  const client = await connect.addClient({ redirectUris: [redirectUri] });
  const params = { client_id: client.id, redirect_uri: redirectUri };
  const { searchParams } = await new TestBrowser().authorize(authorizeUrl(connect, params));
  expect(Object.fromEntries(searchParams)).toMatchObject({ iss: "own", from: "portico", code: expect.any(String) });
});

test("A17: a state of 2048 characters is preserved", async () => {
  const state = randomBytes(1024).toString("hex");
  const target = await new TestBrowser().authorize(authorizeUrl(connect, { state }));
  expect(target.searchParams.get("state")).toBe(state);
});

test.each([
  ["A21", "POST", "/oauth/authorize", "GET, HEAD, OPTIONS"],
  ["A21", "DELETE", "/oauth2/authorize", "GET, HEAD, OPTIONS"],
  ["T20", "GET", "/oauth/token", "POST, OPTIONS"],
  ["T20", "GET", "/oauth2/revoke", "POST, OPTIONS"],
  ["T20", "PUT", "/oauth2/introspect", "POST, OPTIONS"],
  ["A21", "POST", "/.well-known/oauth-authorization-server", "GET, HEAD, OPTIONS"],
])("%s: %s %s is 405, with the allowed methods", async (_id, method, path, allow) => {
  const response = await fetch(`${connect.issuer}${path}?client_secret=hidden-in-the-url`, { method });
  expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  expect(await response.json()).toMatchObject({ code: "method_not_allowed", instance: path });
  expect(connect.logged()).not.toContain("hidden-in-the-url");
});

test.each(["/oauth/authorize", "/oauth/token", "/.well-known/oauth-authorization-server", "/signin/x"])(
  "A22: %s is 421 for another host, and X-Forwarded-Host is ignored",
  async (path) => {
    const answer = await rawRequest(connect.port, [
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 421 /);
    expect(answer).toContain("misdirected_request");
    const forwarded = await fetch(connect.issuer + path, { headers: { "X-Forwarded-Host": "evil.example" } });
    expect((await forwarded.text()).includes("evil")).toBe(false);
  },
);

test("A22, H04: neither a forwarded host nor an absolute target changes the page or its cookies", async () => {
  const url = authorizeUrl(connect);
  const browser = new TestBrowser();
  const response = await browser.get(url, { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" });
  expect(response.headers.get("location")).toMatch(/^\/signin\/[\w-]+$/);
  expect(response.headers.getSetCookie().join()).not.toMatch(/evil|domain=/i);
  const { pathname, search } = new URL(url);
  const answer = await rawRequest(connect.port, [
    `GET http://evil.example${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${connect.port}\r\nConnection: close\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1.1 303 /);
  expect(answer).toMatch(/\nlocation: \/signin\//i);
});

test.each([["HEAD"], ["OPTIONS"], ["GET"]])(
  "A24, A25, C12: %s with an Origin gets no CORS, and no frame",
  async (method) => {
    for (const path of ["/oauth/authorize", "/oauth2/authorize"]) {
      const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "GET" };
      const { headers: got } = await fetch(authorizeUrl(connect, {}, path), { method, headers, redirect: "manual" });
      expect([...got.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(got.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(got.get("x-frame-options")).toBe("DENY");
      expect(got.get("referrer-policy")).toBe("no-referrer");
      expect(got.get("x-content-type-options")).toBe("nosniff");
    }
  },
);

test("C06: every redirect of a sign-in is a 303, and its cookies are for our pages alone", async () => {
  const browser = new TestBrowser();
  const first = await browser.get(authorizeUrl(connect));
  expect(first.status).toBe(303);
  for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/httponly/i);
  for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/samesite=lax/i);
  const next = await browser.get(
    `${connect.issuer}${first.headers.get("location")}/finish?account=0x${"c0".repeat(20)}`,
  );
  expect(next.status).toBe(303);
});

test("the metadata lists the RFC endpoints alone, and nothing of OpenID", async () => {
  const path = "/.well-known/oauth-authorization-server";
  const response = await new TestBrowser().get(connect.issuer + path);
  const metadata = (await response.json()) as Record<string, unknown>;
  expect(metadata["issuer"]).toBe(connect.issuer);
  expect(metadata["token_endpoint"]).toBe(`${connect.issuer}/oauth2/token`);
  expect(Object.keys(metadata).filter((name) => /claim|id_token|jwks|subject|userinfo/.test(name))).toEqual([]);
  for (const hidden of [
    "/oauth2/jwks",
    "/.well-known/openid-configuration",
    "/oauth2/session/end",
    "/auth",
    "/token",
  ]) {
    expect((await fetch(connect.issuer + hidden)).status).toBe(404);
  }
});

test("PKCE: a challenge is enforced, and its verifier makes the code valid", async () => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const params = { code_challenge: challenge, code_challenge_method: "S256" };
  const target = await new TestBrowser().authorize(authorizeUrl(connect, params));
  const code = target.searchParams.get("code") ?? "";
  expect((await exchange(connect, code)).body.error).toBe("invalid_grant");
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const { post } = await import("../testing/client.ts");
  expect((await post(connect, { ...form, code_verifier: "w".repeat(43) })).body.error).toBe("invalid_grant");
  expect((await post(connect, { ...form, code_verifier: verifier })).status).toBe(200);
});
