import { findBearer, rotateClientSecret, dropOldSecret } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, basic, exchange, getCode, post, refresh } from "../testing/client.ts";
import { rawRequest } from "@portico/server/testing";
import { CALLBACK, startTestConnect, type TestClient, type TestConnect } from "../testing/startTestConnect.ts";
import { cleanUp } from "./cleanUp.ts";
import { resourceOf } from "./resource.ts";

let connect: TestConnect;
let other: TestClient;
let plain: TestClient;
/** A valid one, for requests that fail before it is checked. */
let unused: string;
beforeAll(async () => {
  connect = await startTestConnect();
  other = await connect.addClient();
  plain = await connect.addClient({ scopeFormat: "string" });
  unused = await getCode(connect);
});
afterAll(() => connect.stop());

const findToken = (token: string) => findBearer(connect.db, token, resourceOf(connect.issuer));
const codeForm = (more: Record<string, string> = {}) => ({
  grant_type: "authorization_code",
  code: unused,
  redirect_uri: CALLBACK,
  ...more,
});
const without = (name: string) => Object.entries(codeForm()).filter(([key]) => key !== name);

interface Bad {
  readonly body: Parameters<typeof post>[1];
  readonly authorization?: string | null;
  readonly headers?: Record<string, string>;
}

const BAD: [id: string, what: string, request: () => Bad, status: number, error: string][] = [
  ["T01", "no credentials", () => ({ body: codeForm(), authorization: null }), 401, "invalid_client"],
  ["T01", "a client_id alone", () => inForm({ client_id: connect.client.id }), 401, "invalid_client"],
  ["T01", "a secret alone", () => inForm({ client_secret: connect.client.secret }), 401, "invalid_client"],
  ["T02", "a wrong secret", () => as({ ...connect.client, secret: other.secret }), 401, "invalid_client"],
  ["T02", "an unknown client", () => as({ ...connect.client, id: "pc_0123456789abcdef" }), 401, "invalid_client"],
  [
    "T02",
    "a wrong secret in the form",
    () => inForm({ client_id: connect.client.id, client_secret: "x" }),
    401,
    "invalid_client",
  ],
  [
    "T04",
    "both mechanisms",
    () => ({ body: codeForm({ client_secret: connect.client.secret }) }),
    400,
    "invalid_request",
  ],
  ["T07", "no grant_type", () => ({ body: without("grant_type") }), 400, "invalid_request"],
  ["T07", "grant_type password", () => ({ body: { grant_type: "password" } }), 400, "unsupported_grant_type"],
  ["T07", "client_credentials", () => ({ body: { grant_type: "client_credentials" } }), 400, "unsupported_grant_type"],
  ["T07", "grant_type __proto__", () => ({ body: { grant_type: "__proto__" } }), 400, "unsupported_grant_type"],
  [
    "T08",
    "two grant_type",
    () => ({ body: [...without(""), ["grant_type", "refresh_token"]] }),
    400,
    "invalid_request",
  ],
  ["T08", "two codes", () => ({ body: [...without(""), ["code", "x"]] }), 400, "invalid_request"],
  ["T08", "two client_id", () => twoIds(), 400, "invalid_request"],
  ["T09", "no code", () => ({ body: without("code") }), 400, "invalid_request"],
  ["T09", "an unknown code", () => ({ body: codeForm({ code: "x".repeat(43) }) }), 400, "invalid_grant"],
  ["T09", "a code with a NUL", () => ({ body: codeForm({ code: "\0" }) }), 400, "invalid_grant"],
  ["T09", "another client's code", () => ({ body: codeForm(), authorization: basic(other) }), 400, "invalid_grant"],
  ["T10", "no redirect_uri", () => ({ body: without("redirect_uri") }), 400, "invalid_request"],
  [
    "T11",
    "another redirect_uri",
    () => ({ body: codeForm({ redirect_uri: `${CALLBACK}?two` }) }),
    400,
    "invalid_grant",
  ],
  [
    "T14",
    "a verifier without a challenge",
    () => ({ body: codeForm({ code_verifier: "v".repeat(43) }) }),
    400,
    "invalid_grant",
  ],
  [
    "T16",
    "JSON",
    () => ({ body: JSON.stringify(codeForm()), headers: { "Content-Type": "application/json" } }),
    400,
    "invalid_request",
  ],
  [
    "T16",
    "no body",
    () => ({ body: "", headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
    400,
    "invalid_request",
  ],
  ["T18", "60 kB", () => ({ body: codeForm({ more: "x".repeat(60_000) }) }), 413, "invalid_request"],
  [
    "T18",
    "20 kB of multipart",
    () => ({ body: multipart({ ...codeForm(), more: "x".repeat(20_000) }) }),
    413,
    "invalid_request",
  ],
  ["T17", "a file", () => ({ body: withFile() }), 400, "invalid_request"],
  ["T17", "two codes in multipart", () => ({ body: twoCodes() }), 400, "invalid_request"],
  [
    "T17",
    "broken multipart",
    () => ({ body: "x", headers: { "Content-Type": "multipart/form-data; boundary=b" } }),
    400,
    "invalid_request",
  ],
  ["B07", "a broken Authorization", () => ({ body: codeForm(), authorization: "Basic %%%" }), 400, "invalid_request"],
];

const inForm = (credentials: Record<string, string>): Bad => ({ body: codeForm(credentials), authorization: null });
const as = (client: TestClient): Bad => ({ body: codeForm(), authorization: basic(client) });
const twoIds = (): Bad => ({
  body: [...without(""), ["client_id", connect.client.id], ["client_id", other.id], ["client_secret", other.secret]],
  authorization: null,
});

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function twoCodes(): FormData {
  const form = multipart(codeForm());
  form.append("code", unused);
  return form;
}

function withFile(): FormData {
  const form = multipart(codeForm());
  form.set("code", new Blob([unused]), "code.txt");
  return form;
}

test.each(BAD)(
  "T: %s: %s is rejected as in RFC 6749, in JSON, and the code is still valid",
  async (_id, _what, make, status, error) => {
    const { body, ...options } = make();
    const answer = await post(connect, body, { ...options, headers: { Accept: "text/html", ...options.headers } });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    const challenge = answer.headers.get("www-authenticate") ?? "";
    expect(/^Basic realm="[^"]+", charset="UTF-8"$/.test(challenge)).toBe(status === 401);
    const { rows } =
      await sql`select from oauth_artifact where model = 'AuthorizationCode' and consumed_at is not null`.execute(
        connect.db,
      );
    expect(rows.length).toBe(0);
  },
);

test("T02: an unknown client and a wrong secret get the same message", async () => {
  const answers = await Promise.all(
    [
      { ...connect.client, secret: "x" },
      { id: "pc_0123456789abcdef", secret: "x" },
      { id: "nobody", secret: "x" },
    ].map((client) => exchange(connect, unused, { authorization: basic(client) })),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
});

test("T09: every invalid code gets the same message", async () => {
  const used = await getCode(connect);
  await exchange(connect, used);
  const expired = await getCode(connect);
  await sql`update oauth_artifact set expires_at = now() - interval '1 s'
    where model = 'AuthorizationCode' and id_hash = sha256(${expired}::text::bytea)`.execute(connect.db);
  const answers = await Promise.all([
    exchange(connect, "unknown"),
    exchange(connect, expired),
    exchange(connect, unused, { authorization: basic(other) }),
    exchange(connect, used),
  ]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]?.body.error).toBe("invalid_grant");
});

test("T12: a code that is used twice revokes its tokens, and the user must consent again", async () => {
  const code = await getCode(connect);
  const first = await exchange(connect, code);
  expect(await findToken(first.body.access_token)).toMatchObject({ account: ALICE });
  expect((await exchange(connect, code)).body.error).toBe("invalid_grant");
  expect(await findToken(first.body.access_token)).toBeUndefined();
  expect((await refresh(connect, first.body.refresh_token)).body.error).toBe("invalid_grant");
});

test.each(["is still there", "was cleaned up"])(
  "T12: a used code that is used again after it expired, after deletion of expired rows %s, revokes what it opened",
  async (when) => {
    const code = await getCode(connect);
    const first = await exchange(connect, code);
    const again = await getCode(connect); // of the same consent
    await sql`update oauth_artifact set expires_at = now() - interval '1 s'
      where model = 'AuthorizationCode' and id_hash in (sha256(${code}::text::bytea), sha256(${again}::text::bytea))`.execute(
      connect.db,
    );
    if (when === "was cleaned up") await cleanUp(connect.db);
    expect((await exchange(connect, again)).body.error).toBe("invalid_grant"); // unused
    expect((await exchange(connect, code, { authorization: basic(other) })).body.error).toBe("invalid_grant");
    expect(await findToken(first.body.access_token)).toMatchObject({ account: ALICE });
    expect((await exchange(connect, code)).body.error).toBe("invalid_grant");
    expect(await findToken(first.body.access_token)).toBeUndefined();
    expect((await refresh(connect, first.body.refresh_token)).body.error).toBe("invalid_grant");
  },
);

test("T13: of 20 concurrent exchanges of one code one gets tokens, which are then revoked", async () => {
  const code = await getCode(connect);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(connect, code)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBe(1);
  expect(answers.filter(({ body }) => body.error === "invalid_grant").length).toBe(19);
  for (const { body } of won) {
    expect(await findToken(body.access_token)).toBeUndefined();
    expect((await refresh(connect, body.refresh_token)).body.error).toBe("invalid_grant");
  }
});

test("T17: the seed's form, and credentials in it, are accepted by the seed's endpoint alone", async () => {
  const { id, secret } = connect.client;
  const fields = async () =>
    multipart({ ...codeForm({ code: await getCode(connect) }), client_id: id, client_secret: secret });
  expect((await post(connect, await fields(), { authorization: null })).status).toBe(200);
  const rfc = await post(connect, await fields(), { authorization: null, path: "/oauth2/token" });
  expect([rfc.status, rfc.body.error]).toEqual([400, "invalid_request"]);
});

test("T18: a body without a length is limited to 16 kB", async () => {
  const head = `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${connect.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  expect(await rawRequest(connect.port, [head, chunk, chunk, chunk])).toMatch(/^HTTP\/1.1 413 /);
});

test("T21, T22: tokens are never cached, and not readable by other sites' pages", async () => {
  const { headers } = await exchange(connect, await getCode(connect), { headers: { Origin: "https://evil.example" } });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("pragma")).toBe("no-cache");
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("scope is a list at the seed's endpoint, text at the other, and by the client's setting if set", async () => {
  const scope = "user:base:read user:social:read";
  const form = async (client = connect.client) =>
    codeForm({ code: await getCode(connect, { scope, client_id: client.id }) });
  const seed = await post(connect, await form());
  expect(seed.body.scope).toEqual(scope.split(" "));
  expect((await refresh(connect, seed.body.refresh_token)).body.scope).toEqual(scope.split(" "));
  const rfc = await post(connect, await form(), { path: "/oauth2/token" });
  expect(rfc.body.scope).toBe(scope);
  expect((await post(connect, await form(plain), { authorization: basic(plain) })).body.scope).toBe(scope);
  expect(Object.keys(seed.body).toSorted()).toEqual([
    "access_token",
    "expires_in",
    "refresh_token",
    "scope",
    "token_type",
  ]);
});

test("a client rotates its secret without an outage: two are valid, then the newest alone", async () => {
  const client = await connect.addClient();
  const works = async (secret: string) =>
    (await post(connect, { token: "x" }, { path: "/oauth2/introspect", authorization: basic({ ...client, secret }) }))
      .status === 200;
  const second = (await rotateClientSecret(connect.db, client.id)) ?? "";
  expect([await works(client.secret), await works(second)]).toEqual([true, true]);
  const third = (await rotateClientSecret(connect.db, client.id)) ?? "";
  expect([await works(client.secret), await works(second), await works(third)]).toEqual([false, true, true]);
  expect(await dropOldSecret(connect.db, client.id)).toBe(true);
  expect([await works(second), await works(third)]).toEqual([false, true]);
});

test("T20, T06: secrets use characters that Basic credentials don't encode", () => {
  expect(connect.client.secret).toMatch(/^ps_[\w-]{43}$/);
  expect(connect.client.id).toMatch(/^pc_[0-9a-f]{16}$/);
});
