import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { PorticoError } from "../index.ts";
import { startServer, type Received, type TestServer } from "../testing/startServer.ts";
import { createSignIn, type Attempt, type Tokens } from "./index.ts";

const redirectUri = "https://shop.example/callback";
const application = { clientId: "pc_1", clientSecret: "ps_1", redirectUri };
const attempt: Attempt = { state: "s", codeVerifier: "v".repeat(43) };
const tokens: Tokens = { accessToken: "at_0", refreshToken: "rt_0", expiresAtMs: 0, scope: ["user:base:read"] };

/** A sign-in service whose every response is `body`; examples/sign-in-app tests the whole flow with a real one. */
const startService = (body?: object, status = 200, headers: Record<string, string> = {}) =>
  startServer((response, _request, count) => {
    const granted = {
      access_token: `at_${count}`,
      refresh_token: `rt_${count}`,
      token_type: "Bearer",
      expires_in: 3600,
    };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body ?? { ...granted, scope: "user:base:read user:chain:read" }));
  });

const signInAt = ({ url }: TestServer, timeoutMs?: number) =>
  createSignIn({ ...application, connectUrl: `${url}/`, timeoutMs });
const backFrom = ({ url }: TestServer, params: Record<string, string>) =>
  `${redirectUri}?${new URLSearchParams({ state: "s", iss: url, ...params }).toString()}`;
const formOf = ({ body }: Received | undefined = {} as Received) => Object.fromEntries(new URLSearchParams(body));

test("a sign-in begins at the service's own URL, with an unguessable state and challenge", async () => {
  const signIn = createSignIn({ ...application, connectUrl: "https://connect.example/", scope: ["user:social:read"] });
  const [first, second] = await Promise.all([signIn.begin(), signIn.begin()]);
  const url = new URL(first.url);
  expect(url.origin + url.pathname).toBe("https://connect.example/oauth2/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "pc_1",
    redirect_uri: redirectUri,
    scope: "user:social:read",
    state: first.attempt.state,
    code_challenge: createHash("sha256").update(first.attempt.codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const secrets = [first.attempt, second.attempt].flatMap(({ state, codeVerifier }) => [state, codeVerifier]);
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(43); // 256 bits
  expect(first.url).not.toContain("ps_1");
});

test("a code is exchanged with the verifier and the client's secret", async () => {
  await using service = await startService();
  const before = Date.now();
  const granted = await signInAt(service).finish(attempt, backFrom(service, { code: "c" }));
  expect(granted).toMatchObject({
    accessToken: "at_1",
    refreshToken: "rt_1",
    scope: ["user:base:read", "user:chain:read"],
  });
  expect(granted.expiresAtMs - before - 3_600_000).toBeLessThan(60_000);
  const [received] = service.received;
  expect([received?.url, received?.headers["authorization"]]).toEqual([
    "/oauth2/token",
    `Basic ${btoa("pc%5F1:ps%5F1")}`,
  ]);
  expect(formOf(received)).toEqual({
    grant_type: "authorization_code",
    code: "c",
    redirect_uri: redirectUri,
    code_verifier: attempt.codeVerifier,
  });
});

test("a response, even an error, that this browser didn't request is rejected, and nothing is exchanged", async () => {
  await using service = await startService();
  const signIn = signInAt(service);
  const code = { code: "c" };
  const strange: [Attempt | undefined, string][] = [
    [undefined, backFrom(service, code)],
    [{} as Attempt, `${redirectUri}?code=c&iss=${service.url}`],
    [attempt, backFrom(service, { ...code, state: "other" })],
    [attempt, backFrom(service, { ...code, iss: "https://evil.example" })],
    [attempt, `${redirectUri}?code=c&state=s`],
    [attempt, `${redirectUri}?code=c&iss=${service.url}`],
    [attempt, `${backFrom(service, code)}&state=s`],
    [attempt, backFrom(service, { error: "access_denied", state: "other" })],
    [attempt, "http://["], // as a request target may be
  ];
  for (const [own, back] of strange)
    await expect(signIn.finish(own, back)).rejects.toMatchObject({ name: "PorticoError", code: "invalid_state" });
  expect(service.received).toEqual([]);
});

test("a user's refusal is an error with that code", async () => {
  await using service = await startService();
  const back = backFrom(service, { error: "access_denied", error_description: "no" });
  const error = await signInAt(service)
    .finish(attempt, back)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PorticoError);
  expect(error).toMatchObject({ code: "access_denied", message: "no" });
});

test("concurrent callers share one refresh, and the next one is another", async () => {
  await using service = await startService();
  const signIn = signInAt(service);
  const shared = await Promise.all([signIn.refresh(tokens), signIn.keepFresh(tokens), signIn.refresh({ ...tokens })]);
  expect(new Set(shared).size).toBe(1);
  expect(formOf(service.received[0])).toEqual({ grant_type: "refresh_token", refresh_token: "rt_0" });
  const next = await signIn.refresh(shared[0]);
  expect([next.refreshToken, service.received.length]).toEqual(["rt_2", 2]);
});

test("a caller with tokens that were just replaced gets the new ones, without a second refresh", async () => {
  await using service = await startService();
  const signIn = signInAt(service);
  const first = await signIn.refresh(tokens);
  expect(await signIn.keepFresh({ ...tokens })).toBe(first);
  expect(service.received).toHaveLength(1);
});

test("omitted fields are unchanged: the refresh token and the scope", async () => {
  await using service = await startService({ access_token: "at_1", token_type: "Bearer", expires_in: 60 });
  const signIn = signInAt(service);
  expect(await signIn.refresh(tokens)).toMatchObject({ refreshToken: "rt_0", scope: ["user:base:read"] });
  expect((await signIn.finish(attempt, backFrom(service, { code: "c" }))).scope).toEqual(["user:base:read"]);
});

test("a path and a query are enough of a response, as in a server's request", async () => {
  await using service = await startService();
  const { pathname, search } = new URL(backFrom(service, { code: "c" }));
  expect((await signInAt(service).finish(attempt, pathname + search)).accessToken).toBe("at_1");
});

test("tokens that are valid for a while are stored, and those that expire soon are not", async () => {
  await using service = await startService();
  const signIn = signInAt(service);
  const good = { ...tokens, expiresAtMs: Date.now() + 60_000 };
  expect(await signIn.keepFresh(good)).toBe(good);
  expect((await signIn.keepFresh(good, 120_000)).accessToken).toBe("at_1");
});

test("an error of the service has its code, whatever the status and the challenge, and a refresh can be retried", async () => {
  const challenge = { "www-authenticate": 'Basic realm="connect"' };
  for (const [code, status, headers] of [
    ["invalid_grant", 400, {}],
    ["invalid_client", 401, challenge],
    ["temporarily_unavailable", 503, {}],
  ] as const) {
    await using service = await startService({ error: code, error_description: "why" }, status, headers);
    const signIn = signInAt(service);
    for (const call of [signIn.refresh(tokens), signIn.revoke(tokens)])
      await expect(call).rejects.toMatchObject({ name: "PorticoError", code, status, message: "why" });
    await expect(signIn.refresh(tokens)).rejects.toMatchObject({ code });
    expect(service.received).toHaveLength(3);
  }
});

test("a service that is silent, unreachable or something else is distinguished", async () => {
  await using silent = await startServer(() => undefined);
  await expect(signInAt(silent, 50).refresh(tokens)).rejects.toMatchObject({ code: "timeout" });
  await using other = await startService({ hello: "you" });
  await expect(signInAt(other).refresh(tokens)).rejects.toMatchObject({ name: "PorticoError", code: "unknown" });
  await using proxy = await startServer((response) => response.writeHead(502, "Bad Gateway").end("<html>"));
  await expect(signInAt(proxy).refresh(tokens)).rejects.toMatchObject({ code: "unknown", status: 502 });
  await using nonstandard = await startServer((response) => response.writeHead(999).end("no robots"));
  await expect(signInAt(nonstandard).refresh(tokens)).rejects.toMatchObject({
    code: "unknown",
    status: 999,
    response: { url: expect.stringContaining(nonstandard.url) },
  });
  await using breaking = await startServer((response) =>
    response.writeHead(200, { "content-type": "application/json" }).write("{", () => response.destroy()),
  );
  for (const call of [signInAt(breaking).refresh(tokens), signInAt(breaking).revoke(tokens)])
    await expect(call).rejects.toMatchObject({ name: "PorticoError", code: "unreachable" });
  await using gone = await startService();
  await gone[Symbol.asyncDispose]();
  await expect(signInAt(gone).refresh(tokens)).rejects.toMatchObject({ code: "unreachable" });
});

test("a redirect of the token endpoint is not followed, so that the secret goes nowhere else", async () => {
  await using elsewhere = await startService();
  await using service = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  await expect(signInAt(service).refresh(tokens)).rejects.toMatchObject({ name: "PorticoError", status: 307 });
  expect(elsewhere.received).toEqual([]);
});

test("revocation sends the refresh token, which the whole consent depends on", async () => {
  await using service = await startService({});
  await signInAt(service).revoke(tokens);
  expect([service.received[0]?.url, formOf(service.received[0])["token"]]).toEqual(["/oauth2/revoke", "rt_0"]);
});

test("the secret is sent over https only, or to this computer", () => {
  const at = (connectUrl: string) => () => createSignIn({ ...application, connectUrl });
  const others = ["localhost.evil.example", "127.0.0.1@evil.example", "localhost:x@evil.example", "connect.example"];
  for (const url of [...others.map((host) => `http://${host}`), "ftp://localhost", "connect.example"])
    expect(at(url)).toThrow(TypeError);
  for (const url of ["https://connect.example", "http://localhost:1", "http://127.0.0.1:4001", "http://[::1]"])
    expect(at(url)).not.toThrow();
});
