import { findBearer } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resourceOf } from "./provider/resource.ts";
import { AUTH_JS_CALLBACK, authJs } from "./testing/libraries/authJs.ts";
import { type Library, SCOPE, type Setup } from "./testing/libraries/library.ts";
import { oauth4webapi } from "./testing/libraries/oauth4webapi.ts";
import { openidClient } from "./testing/libraries/openidClient.ts";
import { simpleOauth2 } from "./testing/libraries/simpleOauth2.ts";
import { type SignInScene, startSignInScene } from "./testing/signInScene.ts";
import { CALLBACK, type TestClient } from "./testing/startTestConnect.ts";

let scene: SignInScene;
let clients: Record<"array" | "string", TestClient>;
beforeAll(async () => {
  scene = await startSignInScene();
  const { addClient } = scene.connect;
  const redirectUris = [CALLBACK, AUTH_JS_CALLBACK];
  clients = {
    array: await addClient({ redirectUris }),
    string: await addClient({ redirectUris, scopeFormat: "string" }),
  };
});
afterAll(() => scene.stop());

const accountOf = async (token: string) =>
  (await findBearer(scene.connect.db, token, resourceOf(scene.connect.issuer)))?.account;

type Format = keyof typeof clients;

function setUp(library: Library, endpointProfile: Setup["endpointProfile"], format: Format) {
  const user = scene.newUser();
  const setup: Setup = {
    issuer: scene.connect.issuer,
    client: clients[format],
    callback: library === authJs ? AUTH_JS_CALLBACK : CALLBACK,
    endpointProfile,
    send: (url) => user.authorize(url.href),
  };
  return { user, setup };
}

const LIST = SCOPE.split(" ");

test.each<{
  name: string;
  library: Library;
  endpointProfile: Setup["endpointProfile"];
  format: Format;
  scope: unknown;
}>([
  { name: "oauth4webapi", library: oauth4webapi, endpointProfile: "rfc", format: "array", scope: SCOPE },
  { name: "openid-client", library: openidClient, endpointProfile: "rfc", format: "array", scope: SCOPE },
  { name: "simple-oauth2", library: simpleOauth2, endpointProfile: "rfc", format: "array", scope: SCOPE },
  { name: "Auth.js", library: authJs, endpointProfile: "rfc", format: "array", scope: SCOPE },
  { name: "simple-oauth2", library: simpleOauth2, endpointProfile: "seed", format: "array", scope: LIST },
  { name: "oauth4webapi", library: oauth4webapi, endpointProfile: "seed", format: "string", scope: SCOPE },
  { name: "openid-client", library: openidClient, endpointProfile: "seed", format: "string", scope: SCOPE },
  { name: "simple-oauth2", library: simpleOauth2, endpointProfile: "seed", format: "string", scope: SCOPE },
  { name: "Auth.js", library: authJs, endpointProfile: "seed", format: "string", scope: SCOPE },
])(
  "an application with $name signs users in, refreshes and revokes with the $endpointProfile endpoints as a client with scope format $format",
  async ({ library, endpointProfile, format, scope }) => {
    const { user, setup } = setUp(library, endpointProfile, format);
    const signedIn = await library(setup);
    expect(signedIn.scope).toEqual(scope);
    expect(await accountOf(signedIn.accessToken)).toBe(user.address);
    expect(signedIn.userId ?? user.address).toBe(user.address);
    if (signedIn.refresh === undefined || signedIn.revoke === undefined) return;
    const refreshed = await signedIn.refresh();
    expect(refreshed).not.toBe(signedIn.accessToken);
    expect(await accountOf(refreshed)).toBe(user.address);
    await signedIn.revoke();
    expect(await accountOf(refreshed)).toBeUndefined();
  },
);

test.each([
  { name: "oauth4webapi", library: oauth4webapi, complaint: '"response" body "scope" property must be a string' },
  { name: "openid-client", library: openidClient, complaint: "invalid response" },
  { name: "Auth.js", library: authJs, complaint: "error=Configuration" },
])(
  "$name requires scope as text, and reports it with the seed's endpoints to a client without that setting",
  async (row) => {
    await expect(row.library(setUp(row.library, "seed", "array").setup)).rejects.toThrow(row.complaint);
  },
);
