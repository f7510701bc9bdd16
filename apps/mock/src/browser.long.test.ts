/** Pages and a tester's application in a real browser: the recipes of apps/docs/qa.md. */
import { createServer, type ServerResponse } from "node:http";
import { launchBrowser } from "@portico/browser";
import { createClient, PorticoError, unwrap } from "@portico/client";
import { createSignIn, type Attempt, type Tokens } from "@portico/client/sign-in";
import { expect as expectOfPage, type Page } from "playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "./testing/listen.ts";
import { readRecipe } from "./testing/readRecipe.ts";
import { startMock, type RunningMock } from "./testing/startMock.ts";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

let mock: RunningMock;
let browser: Browser;
beforeAll(async () => {
  [mock, browser] = await Promise.all([startMock(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), mock?.[Symbol.asyncDispose]()]));

const listenFor = (serve: (path: string, response: ServerResponse) => Promise<void>) =>
  listen(createServer((request, response) => void serve(request.url ?? "/", response)));

const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Shop</title>${body}`);

/** A page that calls the mock from the browser for the address in its path, and shows the result. */
const PAGE = (url: string) => `<p></p><script type="module">
const show = (text) => (document.querySelector("p").textContent = text);
const [, , id] = location.pathname.split("/");
try {
  const response = await fetch("${url}/v1/user/all_token_list?id=" + id, {
    headers: { AccessKey: "any" },
    signal: AbortSignal.timeout(5000),
  });
  const body = await response.json();
  show(response.ok ? body.length + " tokens " + response.headers.get("portico-chains").slice(0, 40) : body.code);
} catch (error) {
  show(error.name);
}
</script>`;

test.for([
  ["00e0", /^0 tokens/],
  ["5000", /^50\d\d tokens/],
  ["fa11", /^0 tokens .*;failed/],
  ["2000", /^\d+ tokens/],
  ["0403", /^units_exhausted$/],
  ["0429", /^rate_limited$/],
  ["0c07", /^TypeError$/],
  ["bad0", /^SyntaxError$/],
  ["dead", /^TimeoutError$/],
] as const)("a page gets the scenario of the special address %s", async ([digits, shown]) => {
  using site = await listenFor(async (_path, response) => void html(response, PAGE(mock.url)));
  const page = await browser.newPage();
  await page.goto(`${site.url}/address/0x${digits.padStart(40, "0")}`);
  await page.waitForSelector("p:not(:empty)");
  expect(await page.textContent("p")).toMatch(shown);
  await page.close();
});

/** Requests the demo owner; the page reports if units are used up. */
const SHOP = (url: string) => `<p>Portfolio</p><script type="module">
const response = await fetch("${url}/v1/user/total_balance?id=0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", {
  headers: { AccessKey: "any" },
});
const { code } = await response.json();
if (code === "units_exhausted") document.querySelector("p").textContent = "Top up";
</script>`;

test("a page gets the scenario that the guide's Playwright recipe sets by a header", async () => {
  using site = await listenFor(async (path, response) => {
    if (path === "/portfolio") html(response, SHOP(mock.url));
    else response.writeHead(404).end();
  });
  const recipes: ((fixtures: { page: Page }) => Promise<void>)[] = [];
  const given = {
    test: (_name: string, recipe: (typeof recipes)[number]) => recipes.push(recipe),
    expect: expectOfPage,
  };
  (await readRecipe({ heading: "Playwright", given, mockUrl: mock.url }))();
  const page = await browser.newPage({ baseURL: site.url });
  for (const recipe of recipes) await recipe({ page });
  expect(recipes.length).toBe(1);
  await page.close();
});

/** An application with one user's session. */
async function openShop(clientId: string, clientSecret = "any") {
  let session: { attempt?: Attempt; tokens?: Tokens } = {};
  const shop = await listenFor(async (path, response) => {
    const signIn = createSignIn({
      connectUrl: mock.url,
      clientId,
      clientSecret,
      redirectUri: `${shop.url}/callback`,
      scope: ["user:base:read", "user:chain:read"],
    });
    try {
      if (path === "/signin") {
        const { url, attempt } = await signIn.begin();
        session = { attempt };
        response.writeHead(303, { location: url }).end();
      } else if (path.startsWith("/callback")) {
        session = { tokens: await signIn.finish(session.attempt, path) };
        response.writeHead(303, { location: "/me" }).end();
      } else if (path === "/me" && session.tokens !== undefined) {
        const had = session.tokens.accessToken;
        session.tokens = await signIn.keepFresh(session.tokens);
        const client = createClient({ baseUrl: mock.url, accessToken: session.tokens.accessToken, retry: false });
        const { name } = await unwrap(client.GET("/v1/me"));
        html(response, `<h1>${name}</h1><p>${had === session.tokens.accessToken ? "same" : "fresh"}</p>`);
      } else if (path === "/revoke" && session.tokens !== undefined) {
        await signIn.revoke(session.tokens);
        response.writeHead(303, { location: "/me" }).end();
      } else html(response, `<a href="/signin">Sign in</a>`);
    } catch (error) {
      html(response, `<h1>${error instanceof PorticoError ? error.code : String(error)}</h1>`);
    }
  });
  return shop;
}

async function visit(shop: { url: string }, then: readonly string[] = []): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(shop.url);
  await page.click("a");
  await page.waitForSelector("h1");
  const seen = [await page.innerText("body")];
  for (const path of then) {
    await page.goto(shop.url + path);
    seen.push(await page.innerText("body"));
  }
  await page.close();
  return seen.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

test.for([
  ["collector", "any", [], ["collector same"]],
  ["denied", "any", [], ["access_denied"]],
  ["code-over", "any", [], ["invalid_grant"]],
  ["pc_shop", "wrong", [], ["invalid_client"]],
  ["farmer.short", "any", ["/me"], ["farmer fresh", "farmer fresh"]],
  ["saver.short.withdrawn", "any", [], ["invalid_grant"]],
  ["staker", "any", ["/revoke", "/me"], ["staker same", "invalid_token", "invalid_token"]],
] as const)("%s signs in with a browser, secret %s, then %j: %j", async ([clientId, secret, then, seen]) => {
  using shop = await openShop(clientId, secret);
  expect(await visit(shop, then)).toEqual(seen);
});
