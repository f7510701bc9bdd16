import { launchBrowser, watchPage } from "@portico/browser";
import { setAppLogo } from "@portico/store";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR, startTestDashboard, type TestDashboard } from "./server/testing/startTestDashboard.ts";
import { type FilledAccount, fillAccount, HOSTILE_NAME } from "./testing/fillAccount.ts";
import { WEB_FOLDER } from "./webFolder.ts";

let dashboard: TestDashboard;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let context: Awaited<ReturnType<typeof chromium.newContext>>;
let account: FilledAccount & { readonly id: string };

beforeAll(async () => {
  [dashboard, chromium] = await Promise.all([startTestDashboard({ webFolder: WEB_FOLDER }), launchBrowser()]);
  const visitor = await dashboard.visit(OPERATOR);
  account = { ...(await fillAccount(dashboard.db, visitor)), id: visitor.accountId };
  context = await chromium.newContext({ reducedMotion: "reduce" });
  const session = { name: "portico_dashboard", value: visitor.cookie("portico_dashboard") ?? "", url: dashboard.url };
  await context.addCookies([session]);
});
afterAll(async () => {
  await chromium.close();
  await dashboard.stop();
});

async function open(path: string, { width = 1200, isDark = false, within = context } = {}) {
  const page = await within.newPage();
  page.setDefaultTimeout(10_000);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  const watch = watchPage(page);
  await page.goto(dashboard.url + path);
  return {
    page,
    watch,
    heading: (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(),
    press: (name: string | RegExp) => page.getByRole("button", { name }).click(),
    focused: () => page.evaluate(`document.activeElement.textContent`),
  };
}

/** Path, heading, and content that only the server's response can provide. */
const pages = (): [path: string, heading: string, content: string][] => [
  ["/", "Overview", "3,466"],
  ["/apps", "Apps", "maps.example"],
  [`/apps/${account.appId}`, "Maps", "_portico.maps.example"],
  ["/keys", "Keys", HOSTILE_NAME],
  [`/keys/${account.keyId}`, HOSTILE_NAME, "/v1/user/token_list"],
  ["/usage", "Usage", "/v1/me"],
  ["/ledger", "Ledger", "+5,000"],
  ["/operator/accounts", "Accounts", "3,466"],
  [`/operator/accounts/${account.id}`, "0xaaaa", HOSTILE_NAME],
  ["/operator/prices", "Prices", "GET /v1/user/token_list"],
  ["/operator/chains", "Chains", "No chain is indexed"],
  ["/operator/protocols", "Protocols", "Aave V3"],
  ["/operator/messages", "Messages", "No messages yet"],
  ["/nowhere", "No such page", "To the overview"],
];

test("every page shows its content, on a phone, in dark mode, within its policy and without requests to other hosts", async () => {
  const { page, watch } = await open("/", { width: 360, isDark: true });
  for (const [path, heading, content] of pages()) {
    await page.goto(dashboard.url + path);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await page.locator("main").getByText(content).first().waitFor({ state: "attached" });
    expect([path, await page.evaluate(`document.documentElement.scrollWidth`)]).toEqual([path, 360]);
  }
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe("rgb(16, 18, 22)");
  expect(watch.complaints).toEqual([]);
  expect(watch.requests.filter((url) => !url.startsWith(`${dashboard.url}/`) && !url.startsWith("data:"))).toEqual([]);
  expect(await page.title()).not.toBe("owned");
  await page.close();
});

test("usage is plotted by the selected split, and its numbers are in tables beside it", async () => {
  const { page, watch } = await open("/usage");
  const bars = page.locator(".plot .bar");
  await bars.first().waitFor();
  expect(await bars.count()).toBe(3);
  const plot = page.getByRole("slider", { name: /^Units/ });
  await plot.press("ArrowLeft");
  expect(await plot.getAttribute("aria-valuetext")).toMatch(/^\w+ \d+, \d+: 334 units$/);
  await page.locator(".plot-tip").getByText("All").waitFor();
  const cells = page.getByRole("region", { name: "Units by operation" }).getByRole("row", { name: /token_list/ });
  expect(await cells.allInnerTexts()).toEqual([expect.stringMatching(/1,500\s+1,500\s+97\.8%/)]);
  await page.getByRole("button", { name: "By key" }).click();
  await page.getByRole("region", { name: "Units by key" }).getByText("1,534").first().waitFor();
  await page.getByRole("button", { name: "7 days" }).click();
  await page.waitForURL(/from=.*by=key/);
  await page.getByText("1,534 units,").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Export CSV").click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("a key is created by keyboard, shown once until confirmed as stored, and revoked after a confirmation", async () => {
  const { page, heading, press, focused } = await open("/");
  await heading("Overview");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to the content");
  await page.getByRole("link", { name: "Keys", exact: true }).press("Enter");
  await heading("Keys");
  await expect.poll(focused).toBe("Keys");
  await page.getByRole("button", { name: "Create a key" }).press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await focused()).toBe("Create a key");
  await page.keyboard.press("Enter");
  await page.getByLabel("Name").fill("worker");
  await page.getByLabel("IP addresses that may use it").fill("203.0.113.7\nnonsense");
  await page.getByRole("button", { name: "Create", exact: true }).press("Enter");
  await page.getByText(/^Line 2, nonsense: /).waitFor();
  await page.getByLabel("IP addresses that may use it").fill("203.0.113.7");
  await press(/^Create$/);
  const secret = page.getByRole("dialog").getByText(/^pk_[\w-]+$/);
  await secret.waitFor();
  const key = await secret.innerText();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await secret.isVisible()).toBe(true);
  await press("I stored it");
  await page.getByRole("link", { name: "worker" }).click();
  await heading("worker");
  expect(await page.content()).not.toContain(key);
  await press(/^Revoke …/);
  await press("Revoke the key");
  await page.getByText("worker is revoked").waitFor();
  await page.getByText("Revoked", { exact: true }).waitFor();
  await page.close();
});

test("the end of an app's validation by another name, host or logo is announced before saving, and takes place", async () => {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: "silver" } })
    .png()
    .toBuffer();
  await setAppLogo(dashboard.db, { appId: account.appId, image: Buffer.from("earlier"), url: "/app-logos/x" });
  await sql`update oauth_app set is_validated = true where id = ${account.appId}`.execute(dashboard.db);
  const { page, heading, press } = await open(`/apps/${account.appId}`);
  await heading("Maps");
  const warnings = page.getByText(/^Another (?:name|host|logo) ends the validation$/);
  expect(await warnings.count()).toBe(0);
  await page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
  await page.getByText("Another logo ends the validation").waitFor();
  await press("Cancel");
  await page.getByLabel("Site").fill("https://maps.dev/");
  await page.getByText("Another host ends the validation").waitFor();
  await page.getByLabel("Site").fill("https://maps.example/new");
  expect(await warnings.count()).toBe(0);
  await page.getByRole("textbox", { name: "Name" }).fill("Charts");
  await page.getByText("Another name ends the validation").waitFor();
  await press("Save");
  await heading("Charts");
  await page.getByRole("heading", { name: "Validate the site" }).waitFor();
  expect(await warnings.count()).toBe(0);
  await page.close();
});

test("while it is unknown who is signed in, a skeleton is shown", async () => {
  const page = await context.newPage();
  await page.route("**/dashboard/session", () => undefined);
  await page.goto(dashboard.url);
  const { width = 0 } = (await page.getByRole("status").filter({ hasText: "Loading" }).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(200);
  await page.close();
});

test("a lost connection is reported, and requested data loads once it is back", async () => {
  const page = await context.newPage();
  await page.goto(dashboard.url);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Ledger", exact: true }).click();
  await page.getByText("The server can't be reached").waitFor();
  await context.setOffline(false);
  await page.getByText("+5,000").waitFor();
  expect(await page.getByText("The server can't be reached").count()).toBe(0);
  await page.close();
});

test("a signed-out user is led to the sign-in and back to the page, and is notified when a session ended", async () => {
  const anonymous = await chromium.newContext();
  const { page, heading } = await open("/usage?by=key", { within: anonymous });
  await heading("Your apps, keys and units");
  const signIn = page.getByRole("link", { name: "Sign in with your wallet" });
  expect(await signIn.getAttribute("href")).toBe("/dashboard/sign-in?to=%2Fusage%3Fby%3Dkey");
  await page.goto(`${dashboard.url}/?problem=access_denied`);
  await page.getByText("You declined in the sign-in service").waitFor();
  const visitor = await dashboard.visit(`0x${"b".repeat(40)}`);
  await anonymous.addCookies([
    { name: "portico_dashboard", value: visitor.cookie("portico_dashboard") ?? "", url: dashboard.url },
  ]);
  await page.goto(`${dashboard.url}/apps`);
  await page.getByText("No apps yet").waitFor();
  expect(await page.getByText("Operator").count()).toBe(0);
  await visitor.request("POST", "/dashboard/sign-out");
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByText("Your session ended").waitFor();
  await anonymous.close();
});
