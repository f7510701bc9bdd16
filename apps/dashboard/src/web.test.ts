import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { launchBrowser, listBarriers, watchPage } from "@portico/browser";
import { startProcess } from "@portico/server/testing";
import {
  createAccessKey,
  noteProtocolError,
  replacePools,
  setAppLogo,
  updateAccessKey,
  writeNotices,
} from "@portico/store";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { OPERATOR, startTestDashboard, type TestDashboard } from "./server/testing/startTestDashboard.ts";
import { type FilledAccount, fillAccount, HOSTILE_NAME } from "./testing/fillAccount.ts";
import { fillRequests, REQUEST_ID } from "./testing/fillRequests.ts";
import { fillSubscription } from "./testing/fillSubscription.ts";
import { WEB_FOLDER } from "./webFolder.ts";

let dashboard: TestDashboard;
/** Where the data API would be. */
let apiPort: number;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let context: Awaited<ReturnType<typeof chromium.newContext>>;
let account: FilledAccount & { readonly id: string };
let subscriptionId: string;

const API_MAIN = join(import.meta.dirname, "../../api/src/main.ts");

/** A port that was free a moment ago. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

beforeAll(async () => {
  apiPort = await findPort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  [dashboard, chromium] = await Promise.all([startTestDashboard({ webFolder: WEB_FOLDER, apiUrl }), launchBrowser()]);
  const visitor = await dashboard.visit(OPERATOR);
  account = { ...(await fillAccount(dashboard.db, visitor)), id: visitor.accountId };
  subscriptionId = await fillSubscription(dashboard.db, {
    accountId: account.id,
    keyId: account.keyId,
    name: HOSTILE_NAME,
  });
  await fillRequests(dashboard.db, { accountId: account.id, keyId: account.keyId });
  await writeNotices(dashboard.db, [{ accountId: account.id, title: HOSTILE_NAME, body: HOSTILE_NAME }]);
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
  page.setDefaultTimeout(30_000);
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
  ["/requests?status=5xx", "Requests", "upstream_error"],
  ["/traffic", "Errors and latency", "Requests by status"],
  ["/console?operation=getUserTokenList", "API console", "GET /v1/user/token_list"],
  ["/alerts", "Alerts", "No alert rules yet"],
  ["/notices", "Notices", HOSTILE_NAME],
  ["/subscriptions", "Subscriptions", HOSTILE_NAME],
  [`/subscriptions/${subscriptionId}`, HOSTILE_NAME, "answered 500"],
  ["/ledger", "Ledger", "+5,000"],
  ["/members", "Members", "You are its only owner"],
  ["/audit-log", "Audit log", "Key created"],
  ["/join", "Invitation", "There is no invitation in this tab"],
  ["/operator/accounts", "Accounts", "3,466"],
  [`/operator/accounts/${account.id}`, "0xaaaa", HOSTILE_NAME],
  ["/operator/unit-requests", "Unit requests", "No requests yet"],
  ["/operator/prices", "Prices", "GET /v1/user/token_list"],
  ["/operator/chains", "Chains", "No chain is indexed"],
  ["/operator/protocols", "Protocols", "Aave V3"],
  ["/operator/messages", "Messages", "No messages yet"],
  ["/nowhere", "No such page", "To the overview"],
];

/** Names of tables that are wider than their frames. */
const CUT_TABLES = `[...document.querySelectorAll(".table-frame")]
  .filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.getAttribute("aria-label"))`;

test("every page shows its content, on a phone, in dark mode, within its policy and without requests to other hosts", async () => {
  const { page, watch } = await open("/", { width: 360, isDark: true });
  for (const [path, heading, content] of pages()) {
    const response = await page.goto(dashboard.url + path);
    expect([path, response?.status()]).toEqual([path, heading === "No such page" ? 404 : 200]);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await page.locator("main").getByText(content).first().waitFor({ state: "attached" });
    expect([path, await page.evaluate(`document.documentElement.scrollWidth`)]).toEqual([path, 360]);
    expect([path, await page.evaluate(CUT_TABLES)]).toEqual([path, []]);
    const search = page.getByRole("searchbox");
    if ((await search.count()) > 0) await search.first().fill("aave3"); // fewer rows are checked sooner
    expect([path, await listBarriers(page)]).toEqual([path, []]);
  }
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe("rgb(16, 18, 22)");
  expect(watch.complaints).toEqual([expect.stringContaining("status of 404")]); // the last one
  expect(watch.requests.filter((url) => !url.startsWith(`${dashboard.url}/`) && !url.startsWith("data:"))).toEqual([]);
  expect(await page.title()).not.toBe("owned");
  await page.close();
});

test("nothing keeps users from the pages in the light theme on a wide screen either, nor from dialogs and the sign-in", async () => {
  const { page, press } = await open("/");
  for (const path of [
    "/",
    "/keys",
    `/apps/${account.appId}`,
    "/usage",
    "/requests",
    "/traffic",
    "/console",
    "/members",
    "/audit-log",
  ]) {
    await page.goto(dashboard.url + path);
    await page.getByRole("main").locator(".card").first().waitFor();
    expect([path, await listBarriers(page)]).toEqual([path, []]);
  }
  await page.goto(`${dashboard.url}/keys`);
  await press("Create a key");
  await page.getByRole("dialog").waitFor();
  expect(await listBarriers(page)).toEqual([]);
  await page.close();
  const anonymous = await chromium.newContext();
  for (const path of ["/", "/nowhere"]) {
    const { page: outside } = await open(path, { within: anonymous });
    await outside.getByRole("heading", { level: 1 }).waitFor();
    expect([path, await listBarriers(outside)]).toEqual([path, []]);
  }
  await anonymous.close();
});

test("on a phone, the rows of a table are stacked with their headings, sorted by a field, and edited", async () => {
  const { page, watch } = await open("/operator/prices", { width: 360 });
  const rows = page.getByRole("region", { name: "Prices" }).getByRole("row");
  const row = rows.filter({ has: page.getByText("GET /v1/user/token_list", { exact: true }) });
  await row.waitFor();
  expect(await row.ariaSnapshot()).toMatch(/cell "Units \d+"/);
  expect(await page.getByRole("columnheader").count()).toBe(0);
  await page.getByLabel("Sort by").selectOption("Operation");
  await page.getByRole("button", { name: "Ascending: sort descending" }).click();
  await page.getByRole("button", { name: "Descending: sort ascending" }).waitFor();
  expect(await rows.first().innerText()).toMatch(/^POST \/v2/);
  await row.getByRole("button", { name: "Change the price of GET /v1/user/token_list" }).click();
  await page.getByRole("dialog").getByLabel("Units per request").fill("7");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await expect.poll(() => row.getByText("7", { exact: true }).count()).toBe(1);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("a protocol counts as read only if it was, and a failing one shows its error", async () => {
  const { db } = dashboard;
  await replacePools(db, "eth", "aave3", { blockNumber: 7n, timeAt: 1_763_700_000, tvlUsd: 5e6, pools: [] });
  await noteProtocolError(db, { id: "lido", chain: "eth", error: "timeout" });
  const { page } = await open("/operator/protocols");
  await page.getByLabel("Search protocols").fill("aave3");
  await page.getByRole("row", { name: /^Aave V3 aave3 eth Read \$5M/ }).waitFor();
  await page.getByLabel("Search protocols").fill("uniswap3");
  await page.getByRole("row", { name: /^Uniswap V3 uniswap3 eth Never read unknown Never/ }).waitFor();
  await page.getByLabel("Search protocols").fill("lido");
  const failing = page.getByRole("row", { name: /^Lido lido eth / });
  await failing.waitFor();
  expect(await failing.innerText()).toMatch(/Failing\s+timeout/);
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
  const entries = await page.evaluate(`history.length`);
  const [year, month, date] = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10).split("-");
  await page.getByLabel("First day").focus();
  await page.keyboard.type(`${month}${date}${year}`);
  await page.waitForURL(`**from=${year}-${month}-${date}**`);
  expect(watch.requests.filter((url) => /[?&]from=0/.test(url))).toEqual([]);
  expect(await page.evaluate(`history.length`)).toBe(entries);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Export CSV").click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("the request log is filtered by fields, which are in the URL, so that a reload and the way back keep them", async () => {
  const { page, watch, heading } = await open("/requests?status=nonsense&start=-1");
  await heading("Requests");
  const rows = page.getByRole("region", { name: "Requests" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(11);
  await page.getByLabel("Status").selectOption("Client errors (4xx)");
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByLabel("Operation", { exact: true }).selectOption("/v1/user/token_list");
  await page.getByLabel("Request id").fill("6f1c");
  await page.getByText("Enter the whole X-Request-Id").waitFor();
  await page.getByLabel("Request id").fill(REQUEST_ID.toUpperCase());
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.nth(1).innerText()).toMatch(/token_list\s+400 invalid_params/);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByLabel("Status").inputValue()).toBe("4xx");
  await page.getByLabel("Milliseconds, at least").fill("800");
  await page.getByText("No requests here").waitFor();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(() => rows.count()).toBe(11);
  expect(new URL(page.url()).search).toBe("");
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("errors and latency are charts for a range, an operation and a key, with the same numbers in tables", async () => {
  const { page, watch } = await open("/traffic");
  const status = page.getByRole("slider", { name: /^Requests by status/ });
  await status.press("End");
  expect(await status.getAttribute("aria-valuetext")).toMatch(/UTC: (?:10 requests, 3 errors|0 requests, 0 errors)$/);
  const latency = page.getByRole("slider", { name: /^Latency/ });
  await latency.press("Home");
  expect(await latency.getAttribute("aria-valuetext")).toMatch(/UTC: no requests$/);
  await page.getByRole("button", { name: "30 days" }).click();
  await page.waitForURL(/range=30d/);
  const row = page.getByRole("region", { name: "Requests by operation" }).getByRole("row", { name: /token_list/ });
  expect(await row.innerText()).toMatch(/9\s+2\s+0\s+28\s+[\d.]+ ms/);
  await page.getByLabel("Operation", { exact: true }).selectOption("/v1/token");
  await page.getByText("100%").waitFor();
  expect(await row.count()).toBe(0);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("the console sends an operation with a key, and shows the response as text; the key is nowhere else", async () => {
  const { key } = await createAccessKey(dashboard.db, { name: "console", accountId: account.id });
  const api = startProcess(API_MAIN, [], { DATABASE_URL: dashboard.databaseUrl, PORTICO_API_PORT: String(apiPort) });
  onTestFinished(async () => {
    api.child.kill();
    await api.end;
  });
  await api.url();
  const { page, watch, press } = await open("/console?operation=getChain");
  await page.getByLabel("Access key").fill(key);
  expect(await page.getByLabel("id", { exact: true }).inputValue()).toBe("eth");
  const body = page.getByRole("region", { name: "Response body" });
  await press("Send");
  await body.waitFor();
  expect(await page.getByRole("region", { name: "Response headers" }).innerText()).toMatch(/ratelimit: "default"/);
  await page.getByLabel("Operation", { exact: true }).selectOption("GET /v1/token");
  await page.getByLabel("chain_id").fill(HOSTILE_NAME);
  await press("Send");
  await body.getByText(`Unknown chain '${HOSTILE_NAME.replaceAll('"', String.raw`\"`)}'`).waitFor();
  await page.getByRole("status").getByText("400").waitFor();
  expect(await page.title()).not.toBe("owned");
  for (const language of ["TypeScript", "Python", "curl"]) {
    await page.getByRole("button", { name: language, exact: true }).click();
    const code = await page.getByRole("region", { name: `The request in ${language}` }).innerText();
    expect(code).toContain("PORTICO_ACCESS_KEY");
  }
  expect(await listBarriers(page)).toEqual([]);
  expect(await page.locator("body").innerText()).not.toContain(key);
  expect(page.url()).not.toContain(key);
  expect(watch.complaints.filter((line) => !line.includes("status of"))).toEqual([]);
  await page.getByRole("link", { name: "What it cost, in the request log" }).click();
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
  const logged = page.getByRole("region", { name: "Requests" }).getByText("invalid_");
  const isLogged = async () => {
    await page.reload();
    await page.getByRole("region", { name: "Requests" }).or(page.getByText("No requests here")).first().waitFor();
    return await logged.count();
  };
  await expect.poll(isLogged, { timeout: 20_000, interval: 500 }).toBe(1);
  await page.close();
});

test("an alert rule is created, paused and deleted, and notices are marked as read", async () => {
  const { page, watch, heading, press } = await open("/alerts", { width: 390 });
  await heading("Alerts");
  await press("Create a rule");
  await page.getByLabel("Name").fill("too many errors");
  await page.getByLabel("Fires from, in percent").fill("2.5");
  await page.getByLabel("Webhook").fill("https://127.0.0.1/hook");
  await press(/^Create$/);
  await page.getByText(/^can't be a webhook/i).waitFor();
  await page.getByLabel("Webhook").fill("");
  await press(/^Create$/);
  const row = page.getByRole("region", { name: "Alert rules" }).getByRole("row").filter({ hasText: "too many errors" });
  await row.getByText("2.5% errors or more in 15 minutes, of at least 100 requests").waitFor();
  await press("Change too many errors");
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Fires from, in percent").inputValue()).toBe("2.5");
  await dialog.getByLabel("Fires from, in percent").fill("7");
  await press("Save");
  await row.getByText("7% errors or more in 15 minutes, of at least 100 requests").waitFor();
  await press("Pause too many errors");
  await row.getByText("Paused").waitFor();
  expect(await listBarriers(page)).toEqual([]);
  await press("Delete too many errors");
  await press("Delete the rule");
  await page.getByText("No alert rules yet").waitFor();
  await page.goto(dashboard.url);
  await page.getByRole("link", { name: "Read the notices" }).click();
  await heading("Notices");
  await page.getByText("New", { exact: true }).waitFor();
  await press("Mark all as read");
  await page.getByText("New", { exact: true }).waitFor({ state: "detached" });
  expect(watch.complaints.filter((line) => !line.includes("status of 400"))).toEqual([]);
  await page.close();
});

test("a member is invited by a link, works in the account as its role permits, changes accounts, and is removed", async () => {
  const { page, watch, press, heading } = await open("/members");
  await press("Invite a member");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Viewer").check();
  await dialog.getByLabel("Their address").fill("nobody");
  await press("Create the link");
  await dialog
    .getByText(/must be an address/)
    .first()
    .waitFor();
  await dialog.getByLabel("Their address").fill(`0x${"c".repeat(40)}`);
  expect(await listBarriers(page)).toEqual([]);
  await press("Create the link");
  const link = await dialog.getByText(/\/join#[\w-]{43}$/).innerText();
  await press("Done");
  await page.getByRole("region", { name: "Pending invitations" }).getByText("Viewer").waitFor();

  const other = await chromium.newContext({ reducedMotion: "reduce" });
  const path = link.slice(dashboard.url.length);
  const guest = await open(path, { within: other, width: 360 });
  await guest.page.getByText("You are invited to an account").waitFor();
  expect(new URL(guest.page.url()).hash).toBe("");
  const visitor = await dashboard.visit(`0x${"c".repeat(40)}`);
  const value = visitor.cookie("portico_dashboard") ?? "";
  await other.addCookies([{ name: "portico_dashboard", value, url: dashboard.url }]);
  await guest.page.goto(`${dashboard.url}/join`); // as the sign-in leads back
  await guest.page.getByText("invited you as viewer").waitFor();
  expect(await listBarriers(guest.page)).toEqual([]);
  await guest.press("Accept");
  await guest.heading("Overview");
  await guest.page.goto(`${dashboard.url}/keys`);
  await guest.page.getByText("Your role in this account, viewer, doesn't include this.").first().waitFor();
  expect(await guest.page.getByRole("button", { name: "Create a key" }).count()).toBe(0);
  await guest.page.goto(`${dashboard.url}/keys/${account.keyId}`);
  await guest.heading(HOSTILE_NAME);
  expect(await guest.page.getByLabel("Name").isDisabled()).toBe(true);
  expect(await listBarriers(guest.page)).toEqual([]);
  await guest.page.goto(`${dashboard.url}/members`);
  await guest.page.getByText("You lose access to it").waitFor();
  expect([await guest.page.evaluate(CUT_TABLES), await listBarriers(guest.page)]).toEqual([[], []]);
  await guest.press("Menu");
  await guest.page.getByRole("combobox", { name: "Account" }).selectOption({ index: 0 });
  await guest.heading("Overview");
  await guest.page.goto(`${dashboard.url}/keys`);
  await guest.page.getByText("No keys yet").waitFor();
  await guest.press("Menu");
  await guest.page.getByRole("combobox", { name: "Account" }).selectOption({ index: 1 });
  await guest.heading("Overview");

  await page.reload();
  const row = page.getByRole("region", { name: "Members", exact: true }).getByRole("row").filter({ hasText: "0xcccc" });
  await row.getByRole("combobox").selectOption("Developer");
  await page.getByText("is now developer").waitFor();
  await guest.page.goto(`${dashboard.url}/keys`);
  await guest.page.getByRole("button", { name: "Create a key" }).waitFor();
  await row.getByRole("button", { name: /^Remove/ }).click();
  await press("Remove the member");
  await row.waitFor({ state: "detached" });
  await guest.press("Menu");
  await guest.page.getByRole("link", { name: "Apps" }).click();
  await guest.page.getByText("Your session ended").waitFor();
  await page.getByRole("link", { name: "Who changed what" }).click();
  await heading("Audit log");
  await page.getByText("Member removed").waitFor();
  expect(watch.complaints.filter((line) => !line.includes("status of 400"))).toEqual([]);
  await other.close();
  await page.close();
});

test("a page that shows another account than the session works in, changed in another tab, changes nothing", async () => {
  const guests = await chromium.newContext({ reducedMotion: "reduce" });
  const visitor = await dashboard.visit(`0x${"e".repeat(40)}`);
  const { body } = await (
    await dashboard.visit(OPERATOR, "desk")
  ).request("POST", "/dashboard/invitations", {
    json: { role: "admin", invitee: null },
  });
  const secret = new URL(body.link).hash.slice(1);
  const value = visitor.cookie("portico_dashboard") ?? "";
  await guests.addCookies([{ name: "portico_dashboard", value, url: dashboard.url }]);
  const { page, press } = await open("/alerts", { within: guests });
  await press("Create a rule");
  await page.getByRole("dialog").getByLabel("Name").fill("for my own account");
  await visitor.request("POST", "/dashboard/invitations/acceptance", { json: { secret } });
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByText("This page is out of date").waitFor();
  const count = await sql<{
    n: number;
  }>`select count(*)::integer as n from alert_rule where name like 'for my own%'`.execute(dashboard.db);
  expect(count.rows).toEqual([{ n: 0 }]);
  await page.reload();
  await page.getByRole("combobox", { name: "Account" }).waitFor();
  await guests.close();
});

test("units are asked for, and granted by the operator; the account's ledger and notices have them", async () => {
  const { page, watch, heading, press } = await open("/ledger", { width: 390 });
  await page.getByLabel("Units", { exact: true }).fill("250");
  await page.getByLabel("What for").fill(HOSTILE_NAME);
  await press("Request");
  await page.getByText("Your request waits for the operator").waitFor();
  await page.goto(`${dashboard.url}/operator/unit-requests`);
  await heading("Unit requests");
  await press(/^Decide the request of/);
  await page.getByRole("dialog").getByLabel("Units", { exact: true }).fill("200");
  await page.getByRole("dialog").getByLabel("Answer").fill("for now");
  expect(await listBarriers(page)).toEqual([]);
  await press("Grant");
  await page.getByRole("region", { name: "Unit requests" }).getByText("Granted").waitFor();
  await page.goto(`${dashboard.url}/notices`);
  await page.getByText("200 units were granted").waitFor();
  await page.goto(`${dashboard.url}/ledger`);
  await page.getByText("+200").waitFor();
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
  const soon = Math.floor(Date.now() / 1000) + 600;
  await updateAccessKey(dashboard.db, page.url().split("/").at(-1) ?? "", { expiresAt: new Date(soon * 1000) });
  await page.reload();
  await page.getByLabel("Requests per second").fill("5");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await press("Save");
  expect(await (await saved).json()).toMatchObject({ rate_per_second: 5, expires_at: soon });
  await page.getByText("Saved: it takes effect").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await press(/^Revoke …/);
  await press("Revoke the key");
  await page.getByText("worker is revoked").waitFor();
  await page.getByText("Revoked", { exact: true }).waitFor();
  await page.close();
});

test("what a subscription gave up is asked for again, and it is paused and ended", async () => {
  const { page, watch, heading, press } = await open("/subscriptions");
  await page.getByRole("link", { name: HOSTILE_NAME }).click();
  await heading(HOSTILE_NAME);
  await page.getByRole("region", { name: "Events that were given up" }).getByText("answered 500").waitFor();
  await press("Attempt all again");
  await page.getByText("1 event will be attempted again").waitFor();
  await page.getByText("Queued").waitFor();
  await press("Pause");
  await page.getByText("Paused", { exact: true }).first().waitFor();
  await press(/^End …/);
  await press("End the subscription");
  await heading("Subscriptions");
  await page.getByText("No subscriptions yet").waitFor();
  expect(watch.complaints).toEqual([]);
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

test("where a site's proof is read is stated as it is: over https, or over http where the dashboard permits it", async () => {
  const { page, press, heading } = await open(`/apps/${account.appId}`);
  await press("A file on the site");
  await page.getByText("https://maps.example/.well-known/portico-app.txt").waitFor();
  await page.getByText("It must be readable over https, without a redirect").waitFor();
  await sql`update oauth_app set site_url = 'http://127.0.0.1:3000/' where id = ${account.appId}`.execute(dashboard.db);
  await page.reload();
  await heading("Charts");
  await page.getByText("http://127.0.0.1:3000/.well-known/portico-app.txt").waitFor();
  expect(await page.getByText(/over https|https URL/).count()).toBe(0);
  await page.getByText("It must be readable over http at this address").waitFor();
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
  await page.getByText("The server can't be reached").first().waitFor();
  await context.setOffline(false);
  await page.getByText("+5,000").waitFor();
  await expect.poll(() => page.getByText("The server can't be reached").count()).toBe(0);
  await page.close();
});

test("a signed-out user is led to the sign-in and back to the page, and is notified when a session ended", async () => {
  const anonymous = await chromium.newContext();
  const { page, heading } = await open("/usage?by=key", { within: anonymous });
  await heading("Your apps, keys and units");
  const signIn = page.getByRole("link", { name: "Sign in with your wallet" });
  expect(await signIn.getAttribute("href")).toBe("/dashboard/sign-in?to=%2Fusage%3Fby%3Dkey");
  const unknown = await page.goto(`${dashboard.url}/tx/0x${"1".repeat(64)}`);
  expect(unknown?.status()).toBe(404);
  await heading("No such page");
  expect(await page.getByRole("link", { name: "Open the explorer" }).getAttribute("href")).toBe("/explore");
  expect(await signIn.count()).toBe(0);
  await page.getByRole("link", { name: "To the dashboard" }).click();
  await signIn.waitFor();
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
