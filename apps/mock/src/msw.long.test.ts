/** The MSW recipe of apps/docs/qa.md. */
import { createClient, PorticoError, unwrap } from "@portico/client";
import { bypass, http, HttpResponse, type RequestHandler } from "msw";
import { setupServer, type SetupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readRecipe } from "./testing/readRecipe.ts";
import { startMock, type RunningMock } from "./testing/startMock.ts";

const ID = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

let mock: RunningMock;
let recipe: { readonly server: SetupServer; readonly toMock: (scenario?: string) => RequestHandler };
beforeAll(async () => {
  mock = await startMock();
  const given = { bypass, http, HttpResponse, setupServer };
  const run = await readRecipe({ heading: "MSW", given, mockUrl: mock.url }, ["server", "toMock"]);
  recipe = run() as typeof recipe;
});
afterEach(() => recipe.server.resetHandlers());
afterAll(async () => {
  recipe?.server.close();
  await mock?.[Symbol.asyncDispose]();
});

const client = createClient({ baseUrl: "https://api.example", accessKey: "any", retry: false });
const listTokens = () => unwrap(client.GET("/v1/user/all_token_list", { params: { query: { id: ID } } }));

test("an application calls its real URL: a whale for one test, and the demo owner afterwards", async () => {
  expect((await listTokens()).length).toBeGreaterThan(5_000);
  recipe.server.resetHandlers();
  expect((await listTokens()).length).toBeLessThan(500);
});

test("bodies and redirects pass through", async () => {
  const tx = { chainId: 1, from: ID, to: ID, value: "0x1" };
  const { actions } = await unwrap(client.POST("/v1/wallet/explain_tx", { body: { tx } }));
  expect(actions).toMatchObject([{ type: "send_token" }]);
  const query = "client_id=collector&redirect_uri=https%3A%2F%2Fshop.example%2Fback";
  const back = await fetch(`https://api.example/oauth2/authorize?${query}`, { redirect: "manual" });
  expect([back.status, back.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/shop\.example\/back\?code=/),
  ]);
});

test.for([
  ["scenario=units_exhausted", "units_exhausted"],
  ["scenario=rate_limited", "rate_limited"],
  ["fault=cut", "unreachable"],
] as const)("%s is %s to the client", async ([directive, code]) => {
  recipe.server.use(recipe.toMock(directive));
  const error = await listTokens().catch((thrown: unknown) => thrown);
  expect(error instanceof PorticoError && error.code).toBe(code);
});
