import { launchBrowser, listBarriers } from "@portico/browser";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignInDetails } from "./page/interactionResponse.ts";
import { openScene, type SceneOptions } from "./testing/openScene.ts";
import { startStandIn, type StandInState } from "./testing/standInSignIn.ts";
import { createTestWallet, switchAccount } from "./testing/testWallet.ts";

const ada = privateKeyToAccount(generatePrivateKey());
const bob = privateKeyToAccount(generatePrivateKey());
const shortOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase();

const DETAILS: SignInDetails = {
  prompt: "login",
  client: {
    name: "D\u0435mo <b>App</b> \u202Eevil",
    site_url: "https://demo.example/start",
    logo_url: "https://tracker.example/logo.png",
    is_validated: false,
    redirect_host: "app.demo.example",
  },
  scopes: [
    { id: "user:base:read", preview: [{ label: "Name", value: "<img src=x onerror=alert(1)>" }] },
    { id: "user:chain:read", preview: null },
    { id: "user:social:read", preview: [] },
  ],
  address: null,
  chain: null,
  expires_at: Math.floor(Date.now() / 1000) + 600,
  csrf: "csrf-of-the-page",
};

/** What moves although the user prefers that nothing does. */
const MOVING = `[...document.querySelectorAll("*")].filter((one) => {
  const { transitionDuration, animationName } = getComputedStyle(one);
  return transitionDuration !== "0s" || animationName !== "none";
}).map(({ tagName, className }) => tagName + "." + className)`;

const state: StandInState = {
  details: DETAILS,
  refusals: {},
  posted: [],
};
let server: Awaited<ReturnType<typeof startStandIn>>;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let context: Awaited<ReturnType<typeof chromium.newContext>>;

beforeAll(async () => {
  [server, chromium] = await Promise.all([startStandIn(state), launchBrowser()]);
  context = await chromium.newContext();
});
afterAll(async () => {
  await chromium.close();
  server.close();
});
beforeEach(() => {
  Object.assign(state, { details: DETAILS, refusals: {}, posted: [] });
});

/** Opens a page of the fake server, with Ada's wallet in it. */
const open = ({ path = "/signin/one", ...options }: Partial<SceneOptions> & { path?: string } = {}) =>
  openScene(context, server.url + path, { wallet: createTestWallet(ada), ...options });

test("a user signs in with an announced wallet, sees what would be shared, allows it, and is redirected; C09: a third-party logo is never requested", async () => {
  const { page, press, heading, text, wallet, close } = await open();
  await press("Test Wallet");
  await heading(/^Let Dеmo <b>App<\/b> evil see this\?$/);
  await text("<img src=x onerror=alert(1)>");
  await text("can't be previewed right now");
  await text("This address has no such data yet");
  await text("Not validated");
  expect(await page.getByText("app.demo.example").isVisible()).toBe(true);
  expect(await page.getByText(shortOf(ada.address)).isVisible()).toBe(true);
  await press("Allow");
  await page.waitForURL("**/back?decision=allow");
  expect(wallet.requestedMethods).toEqual(["eth_requestAccounts", "eth_chainId", "personal_sign"]);
  expect(state.posted.at(-1)?.body).toEqual({ decision: "allow", csrf: "csrf-of-the-page" });
  await close();
});

test("a wallet's button is the same when the search for wallets ends, so that a press at that time counts", async () => {
  const { page, close } = await open();
  const button = await page.getByRole("button", { name: "Test Wallet" }).elementHandle();
  await page.waitForTimeout(500); // the search takes 300 ms
  expect(await button?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  await close();
});

test("a program on this computer is called that, and its scope says who pays", async () => {
  const client = { ...DETAILS.client, redirect_host: "localhost:4567" };
  const scopes = [{ id: "data:read", preview: [{ label: "Units left", value: "1,000" }] }];
  state.details = { ...DETAILS, client, scopes };
  const { page, press, text, close } = await open();
  await press("Test Wallet");
  await text("What the data API answers, with your units");
  await text("Each answer costs units of your account.");
  expect(await page.locator(".preview").innerText()).toContain("1,000");
  await text(/you return to localhost:4567, a program on this computer. Allow it only if you started/);
  state.details = { ...state.details, client: { ...client, redirect_host: "localhost.demo.example" } };
  await page.reload();
  await text(/you return to localhost\.demo\.example\.$/);
  await close();
});

test("refusing redirects back, or ends here if the application wants that; a wallet without EIP-6963 works", async () => {
  const { page, press, heading, close } = await open({ look: "window.ethereum" });
  await press("Browser wallet");
  await press("Refuse");
  await page.waitForURL("**/back?decision=refuse");

  state.details = DETAILS;
  await page.goto(`${server.url}/signin/ends-here`);
  await press("Cancel and go back");
  await heading("You refused");
  const back = page.getByRole("link", { name: /Back to/ });
  expect(await back.getAttribute("href")).toBe("https://demo.example/start");
  await close();
});

test("S16: a wallet that rejects, waits, is locked or can't sign is explained, and the next attempt succeeds", async () => {
  const wallet = createTestWallet(ada);
  const { press, heading, close } = await open({ wallet });
  wallet.failures = { personal_sign: 4001 };
  await press("Test Wallet");
  for (const [code, title] of [
    [-32002, "You declined in the wallet"],
    [4100, "The wallet has a pending request"],
    [-32603, "The wallet didn't let this page use the account"],
  ] as const) {
    await heading(title);
    wallet.failures = { personal_sign: code };
    await press("Try again");
  }
  await heading("The wallet reported a problem");
  Object.assign(wallet, { failures: {}, accounts: [] });
  await press("Try again");
  await heading("The wallet is locked");
  Object.assign(wallet, { failures: { personal_sign: 4200 }, accounts: [ada] });
  await press("Try again");
  await heading("This wallet can't sign in");
  await press("Choose another wallet");
  wallet.failures = {};
  await press("Test Wallet");
  await heading(/see this/);
  expect(wallet.requestedMethods.filter((method) => method === "personal_sign")).toHaveLength(6);
  await close();
});

test("S16: without a wallet the page reports that, and detects one that appears later", async () => {
  const { page, press, text, button, close } = await open({ wallet: null });
  await text("No wallet found in this browser");
  await page.getByRole("button", { name: "Use a wallet on your phone" }).waitFor();
  await page.evaluate(`window.ethereum = { request: async () => [] }`);
  await press("Search again");
  await button("Browser wallet").waitFor();
  expect(await button("Search again").count()).toBe(0);
  await close();
});

test("a signature by another account is explained, and a switch of accounts while it waits is detected", async () => {
  const wallet = createTestWallet(ada);
  wallet.signer = bob;
  const { page, press, heading, text, close } = await open({ wallet });
  await press("Test Wallet");
  await heading("The signature is from another account");
  await text(`It doesn't prove that you control ${shortOf(ada.address)}`);
  delete wallet.signer;
  const answered = Promise.withResolvers<void>();
  wallet.signDelay = answered.promise;
  await press("Try again");
  await text(`Sign the message with ${shortOf(ada.address)}`);
  await switchAccount(page, wallet, bob);
  await heading("You switched accounts");
  answered.resolve();
  await press(`Continue as ${shortOf(bob.address)}`);
  await heading(/see this/);
  expect(state.details.address).toBe(bob.address.toLowerCase());

  await switchAccount(page, wallet, ada);
  await text(`Test Wallet now uses ${shortOf(ada.address)}`);
  await press("Use another wallet");
  await heading(/^Sign in to/);
  await close();
});

test("S12: a smart account whose chain is down can retry; too many attempts wait; a lost response is requested again", async () => {
  const wallet = createTestWallet(ada);
  const { page, press, heading, button, cutOff, close } = await open({ wallet });
  await page.clock.install();
  state.refusals["signature"] = [
    { status: 503, error: "chain_unavailable" },
    { status: 500, message: "The database is down" },
    { status: 429, error: "rate_limited", retryAfter: 30 },
  ];
  await press("Test Wallet");
  await heading("This account's network doesn't respond");
  await cutOff("POST", "signature");
  await press("Try again");
  await heading("The server can't be reached");
  const signedSoFar = wallet.requestedMethods.length;
  await press("Try again");
  await heading("Something went wrong");
  expect(wallet.requestedMethods).toHaveLength(signedSoFar); // the signature was still valid
  await press("Try again");
  await heading("Too many requests");
  await button("Try again (in 30 s)").click({ force: true });
  await heading("Too many requests");
  await page.clock.runFor(31_000);
  await press("Try again");
  await heading(/see this/);
  await close();
});

test("an expired challenge is renewed silently; an expired interaction ends with a link back (C10)", async () => {
  const wallet = createTestWallet(ada);
  state.refusals["signature"] = [{ status: 400, error: "challenge_expired" }];
  const { page, press, heading, close } = await open({ wallet });
  await press("Test Wallet");
  await heading(/see this/);
  expect(wallet.requestedMethods.filter((method) => method === "personal_sign")).toHaveLength(2);
  state.refusals["decision"] = [
    { status: 403, error: "csrf" },
    { status: 400, error: "decision_made", message: "You have already decided." },
  ];
  await press("Allow");
  await press("Try again");
  await press("Allow");
  await heading("You have already decided");
  expect(await page.getByRole("link").getAttribute("href")).toBe("https://demo.example/start");
  expect(await page.getByRole("button").count()).toBe(0);

  state.refusals["details"] = [{ status: 400, error: "interaction_expired" }];
  await page.reload();
  await heading("Your request to sign in has expired");
  expect(await page.getByRole("link").getAttribute("href")).toBe("https://demo.example/start"); // this tab has stored it
  state.refusals["details"] = [{ status: 400, error: "interaction_expired" }];
  await page.goto(`${server.url}/signin/another`);
  await heading("Your request to sign in has expired");
  expect(await page.getByRole("link").count()).toBe(0);

  state.details = { ...DETAILS, expires_at: Math.floor(Date.now() / 1000) - 1 };
  await page.reload();
  await page.getByRole("link", { name: /^Back to/ }).waitFor();
  await heading("Your request to sign in has expired");
  state.details = { ...DETAILS, client: { ...DETAILS.client, site_url: "javascript:alert(1)" } };
  await page.reload();
  await press("Cancel and go back");
  await page.waitForURL("**/back**");
  state.refusals["details"] = [{ status: 400, error: "interaction_expired" }];
  await page.goto(`${server.url}/signin/another`);
  await heading("Your request to sign in has expired");
  expect(await page.getByRole("link").count()).toBe(0);
  await close();
});

test("the whole flow works by keyboard, on a phone, in dark mode, and every view takes the focus", async () => {
  const { page, heading, fits, cutOff, close } = await open({ width: 320, isDark: true });
  const focused = async (): Promise<unknown> => page.evaluate(`document.activeElement.textContent`);
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  expect(await fits()).toBe(true);
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe("rgb(16, 18, 22)");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Test Wallet");
  await page.keyboard.press("Enter");
  await heading(/see this/);
  expect(await fits()).toBe(true);
  for (const stop of ["Use another wallet", "your connected applications", "Refuse", "Allow"]) {
    await page.keyboard.press("Tab");
    expect(await focused()).toBe(stop);
  }
  await cutOff("POST", "decision");
  await page.keyboard.press("Space");
  await heading("The server can't be reached");
  expect(await focused()).toBe("The server can't be reached");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/back?decision=allow");
  await close();
});

test("S17: a hostile announcement is text, its icon is shown only as an image, and the first of a uuid wins", async () => {
  const uuid = crypto.randomUUID();
  const { page, watch, button, close } = await open({
    look: { uuid, name: "<img src=x onerror=alert(1)>", icon: "javascript:alert(1)" },
  });
  await button("<img src=x onerror=alert(1)>").waitFor();
  await page.evaluate(`for (const [uuid, name, icon] of [
    ["${uuid}", "Impostor", ""],
    ["2", "Remote", "https://tracker.example/i.png"],
    ["3", "x".repeat(100000), "data:text/html,<script>alert(1)</script>"],
    ["4", 7, null],
  ]) dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info: { uuid, name, icon }, provider: { request() {} } } }))`);
  await page.evaluate(`dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: null }))`);
  await button("Remote").waitFor();
  expect(await page.locator(".wallet").allInnerTexts()).toHaveLength(4);
  expect(await page.getByText("Impostor").count()).toBe(0);
  expect(await page.locator(".wallet img").count()).toBe(0);
  expect(watch.requests.join()).not.toContain("tracker");
  await close();
});

test("every response forbids what the page doesn't need, and an error page is text", async () => {
  const html = await fetch(`${server.url}/error`);
  const policies = [
    html.headers.get("content-security-policy"),
    (await fetch(`${server.url}/error`)).headers.get("content-security-policy"),
  ];
  expect(policies[0]).toMatch(/^default-src 'none'; script-src 'nonce-[^']{24}'; style-src 'nonce-[^']{24}';/);
  expect(policies[0]).toContain("frame-ancestors 'none'");
  expect(policies[0]).not.toBe(policies[1]);
  expect(Object.fromEntries(html.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await html.text())?.[1] ?? "";
  const asset = await fetch(server.url + script);
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect((await fetch(`${server.url}/assets/..%2Findex.html`)).status).toBe(404);
});

test.each([true, false])("nothing keeps users from any page; dark theme: %s", async (isDark) => {
  const { page, press, button, heading, close } = await open({ isDark, width: isDark ? 360 : 1200 });
  await button("Test Wallet").waitFor();
  expect(await listBarriers(page)).toEqual([]);
  await press("Test Wallet");
  await heading(/see this/);
  expect(await listBarriers(page)).toEqual([]);
  for (const path of ["/", "/error"]) {
    await page.goto(server.url + path);
    await heading(/./);
    expect([path, await listBarriers(page)]).toEqual([path, []]);
  }
  expect(await page.evaluate(MOVING)).toEqual([]);
  await close();
});

test("the root shows a browser what the service is and what to try, and a program no page", async () => {
  const { page, heading, fits, close } = await open({ path: "/", width: 360, isDark: true });
  await heading("Sign in with your wallet");
  await page.getByText(`curl ${server.url}/.well-known/oauth-authorization-server`).waitFor();
  const links = await page.getByRole("link").all();
  expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual([
    "/connections",
    "https://explorer.example/auth/login?to=/explore",
    "/.well-known/oauth-authorization-server",
    "https://docs.example/sign-in.html",
  ]);
  expect(await fits()).toBe(true);
  await close();
  const statuses = ["application/json", "*/*"].map(
    async (accept) => (await fetch(server.url, { headers: { accept } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404]);
});

test("a path that nothing has is explained to a browser", async () => {
  const { page, heading, close } = await open({ path: "/nothing/here", width: 360 });
  await heading("There is no such page");
  expect(await page.getByRole("link").getAttribute("href")).toBe("/");
  expect(await listBarriers(page)).toEqual([]);
  await close();
});

test("an application's wrong request is explained to the user, and apart to its developer, with a way back that no request can name", async () => {
  const { page, press, heading, text, close } = await open({ path: "/back" });
  await page.goto(`${server.url}/error?client_id=pc_%3Cb%3E1&redirect_uri=https://evil.example/`);
  await heading("This application isn't known here");
  await text("nothing was signed, and nothing was shared");
  const reason = page.getByText("No such </script><b>client</b>");
  expect(await reason.isVisible()).toBe(false);
  await page.getByText("For the developer of the application").click();
  expect(await reason.isVisible()).toBe(true);
  await text("invalid_client");
  await text("pc_<b>1");
  await text("https://evil.example/");
  const links = await page.getByRole("link").all();
  expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual(["/"]);
  await press("Go back");
  await page.waitForURL("**/back");
  await close();
});
