import { removeConsent, setOauthClientDisabled, keySubject } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALICE, basic, BOB, post } from "../testing/client.ts";
import type { TestClient } from "../testing/startTestConnect.ts";
import { startMeScene, type MeScene } from "../testing/meScene.ts";
import { rawRequest } from "@portico/server/testing";
import { SCOPES } from "../provider/resource.ts";
import { listMeOperations, loadMeDefinition, type MeOperation } from "./definition.ts";

const OPERATIONS = listMeOperations(loadMeDefinition());
/** Required parameters of operations. */
const SAMPLES: Readonly<Record<string, string>> = { chain_id: "eth", token_id: "eth", protocol_id: "uniswap2" };

const targetOf = ({ path, parameters = [] }: MeOperation): string => {
  const given = parameters.filter((parameter) => parameter.in === "query" && parameter.name in SAMPLES);
  return `${path}?${new URLSearchParams(given.map(({ name }) => [name, SAMPLES[name] ?? ""]))}`;
};

const CHALLENGE = 'Bearer realm="connect"';
const INVALID = [401, "invalid_token", `${CHALLENGE}, error="invalid_token"`];
const BARE = [401, "unauthorized", CHALLENGE];

let scene: MeScene;
/** Invalid tokens, by reason. */
const dead: Record<string, string> = {};
/** A valid token with all scopes, and one for each scope without that scope. */
let good = "";
const without: Record<string, string> = {};

beforeAll(async () => {
  scene = await startMeScene();
  dead["unknown"] = "A".repeat(43);
  await Promise.all([makeGood(), ...SCOPES.map(makeWithout), ...Object.entries(DEATHS).map(makeDead)]);
});
afterAll(() => scene.stop());

async function makeGood(): Promise<void> {
  good = await scene.getToken();
}

async function makeWithout(scope: string): Promise<void> {
  const client = await scene.connect.addClient();
  without[scope] = await scene.getToken({ scope: SCOPES.filter((other) => other !== scope).join(" "), client });
}

const isToken = (token: string) => sql`model = 'AccessToken' and id_hash = sha256(convert_to(${token}, 'UTF8'))`;

/** Ways to invalidate a token. */
const DEATHS: Readonly<Record<string, (of: { client: TestClient; token: string }) => Promise<unknown>>> = {
  expired: ({ token }) =>
    sql`update oauth_artifact set expires_at = now() where ${isToken(token)}`.execute(scene.connect.db),
  "of another audience": ({ token }) =>
    sql`update oauth_artifact set payload = (payload::jsonb || '{"aud": "https://other.example/v1/me"}')::json
      where ${isToken(token)}`.execute(scene.connect.db),
  "of a consent that was taken back": ({ client }) =>
    removeConsent(scene.connect.db, { account: keySubject(ALICE), clientId: client.id }),
  "of a disabled client": ({ client }) => setOauthClientDisabled(scene.connect.db, client.id, true),
  revoked: ({ client, token }) =>
    post(scene.connect, { token }, { path: "/oauth2/revoke", authorization: basic(client) }),
};

async function makeDead([why, end]: [string, (typeof DEATHS)[string]]): Promise<void> {
  const client = await scene.connect.addClient();
  const token = await scene.getToken({ client });
  expect((await scene.get("/v1/me", bearer(token))).status).toBe(200);
  await end({ client, token });
  dead[why] = token;
}

async function request(target: string, headers: Record<string, string>): Promise<unknown[]> {
  const response = await scene.get(target, headers);
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code, response.headers.get("www-authenticate")];
}

/** Asserts that a response equals the data API's for Alice, byte for byte. */
async function expectSameAsData(answer: Response, target: string): Promise<void> {
  const data = await scene.getData(`${target.replace("/v1/me", "/v1/user")}&id=${ALICE}`);
  expect(data.status).toBe(answer.status);
  expect(await answer.text()).toBe(await data.text());
  for (const name of ["etag", "portico-chains"]) expect(answer.headers.get(name)).toBe(data.headers.get(name));
}

/** A refusal contains its request id. */
const withoutRequestId = (text: string) => text.replace(/"request_id":"[^"]*"/, "");

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe.each(OPERATIONS)("$path", (operation) => {
  const target = targetOf(operation);

  test("B01, B02, B03, B05, B08: rejects requests without a valid token for its scope, with the reason", async () => {
    expect(await request(target, {})).toEqual(BARE);
    expect((await fetch(scene.connect.issuer + target.replace("?", "/?"))).status).toBe(401);
    expect(await request(target, { AccessKey: scene.dataApi.key })).toEqual(BARE);
    for (const [why, token] of Object.entries(dead))
      expect([why, ...(await request(target, bearer(token)))]).toEqual([why, ...INVALID]);
    expect(await request(target, bearer(without[operation.scope] ?? ""))).toEqual([
      403,
      "insufficient_scope",
      `${CHALLENGE}, error="insufficient_scope", scope="${operation.scope}"`,
    ]);
  });

  test("responds to a valid token as in the contract, for the consenting account only, to any origin and no shared cache", async () => {
    const answer = await scene.get(target, { ...bearer(good), origin: "https://app.example" });
    const { status, headers } = answer;
    expect([200, 501]).toContain(status);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual([
      "private, no-cache",
      "Accept, Authorization, X-Fields, X-Response-Profile",
    ]);
    if (operation.scope === "user:chain:read" && status === 200) await expectSameAsData(answer.clone(), target);
    const slash = (end: string) =>
      fetch(scene.connect.issuer + target.replace("?", `${end}?`), { headers: bearer(good) });
    expect([(await slash("/")).status, (await slash("//")).status]).toEqual([status, 404]);
    const ofBob = await scene.get(`${target}&id=${BOB}&account=${BOB}`, bearer(good));
    expect([ofBob.status, withoutRequestId(await ofBob.text())]).toEqual([
      status,
      withoutRequestId(await answer.text()),
    ]);
  });
});

test.each([
  ["nothing", "", BARE],
  ["another scheme", "Basic YTpi", BARE],
  ["the scheme alone", "Bearer", INVALID],
  ["spaces in it", "Bearer a b", INVALID],
  ["a comma and more", "Bearer a, Bearer b", INVALID],
  ["SQL in it", "Bearer ' or 1=1 --", INVALID],
])("B07: a header with %s is rejected", async (_what, authorization, expected) => {
  expect(await request("/v1/me", { authorization })).toEqual(expected);
});

test("B07: two Authorization headers are rejected, even if one is valid", async () => {
  const { port } = scene.connect;
  for (const others of [
    [good, "x"],
    ["x", good],
    [good, good],
  ]) {
    const lines = others.map((token) => `Authorization: Bearer ${token}\r\n`).join("");
    const answer = await rawRequest(port, [
      `GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines}Connection: close\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 401 [^]*error="invalid_token"[^]*"code":"invalid_token"/);
  }
});

test("a token in the URL or in a body is not accepted, and rejected beside a valid one", async () => {
  expect(await request(`/v1/me?access_token=${good}`, {})).toEqual(BARE);
  expect(await request(`/v1/me?access%5Ftoken=${good}`, {})).toEqual(BARE);
  expect(await request(`/v1/me?access%5Ftoken=${good}`, bearer(good))).toEqual([
    400,
    "invalid_params",
    `${CHALLENGE}, error="invalid_request"`,
  ]);
  const { port } = scene.connect;
  const form = `access_token=${good}`;
  const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`;
  const answer = await rawRequest(port, [`GET /v1/me HTTP/1.1\r\n${head}Connection: close\r\n\r\n${form}`]);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(scene.connect.logged()).not.toContain(good);
});

test("the scheme is case-insensitive but required, and a session cookie gives no access", async () => {
  expect((await scene.get("/v1/me", { authorization: `bEaReR ${good}` })).status).toBe(200);
  expect(await request("/v1/me", { authorization: good })).toEqual(BARE);
  expect(await request("/v1/me", { cookie: `_session=${good}; access_token=${good}` })).toEqual(BARE);
});

test("B05: a token gives no access to the data API", async () => {
  const answer = await fetch(`${scene.dataApi.url}/v1/user/total_balance?id=${ALICE}`, { headers: bearer(good) });
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^AccessKey /)]);
});
