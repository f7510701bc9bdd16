import { launchBrowser } from "@portico/browser";
import { createTestWallet, openScene } from "@portico/connect/testing/browser";
import type { Address } from "@portico/evm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DashboardScene, startDashboardScene } from "./testing/startDashboardScene.ts";

const account = privateKeyToAccount(generatePrivateKey());
const address = account.address.toLowerCase() as Address;

let scene: DashboardScene;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let tab: Awaited<ReturnType<typeof openScene>>;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startDashboardScene(address), launchBrowser()]);
  const wallet = createTestWallet(account);
  const context = await chromium.newContext();
  tab = await openScene(context, scene.dashboardUrl, { wallet, width: 1200, leadsTo: "http://127.0.0.1:" });
});
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

const follow = (name: string) => tab.page.getByRole("link", { name, exact: true }).click();
const fill = (label: string, text: string) =>
  tab.page.getByLabel(label).and(tab.page.locator("input, textarea")).fill(text);

/** A secret that a dialog shows once, by the name of its copy button. */
const shown = (name: string) =>
  tab.page
    .getByRole("dialog")
    .getByRole("button", { name: `Copy ${name}` })
    .locator("xpath=../code")
    .innerText();

/** Opens the usage page until the use is listed, about a second later. */
async function untilUsed(path: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await tab.page.goto(`${scene.dashboardUrl}/usage`);
        await tab.heading("Usage");
        await tab.page.locator(".card").first().waitFor();
        return await tab.page.getByRole("rowheader", { name: path, exact: true }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
}

test("the owner of an application signs in, gets units, validates the site, gets a client, and sees its users' cost", async () => {
  const { page, press, heading, text } = tab;
  await follow("Sign in with your wallet");
  await press("Test Wallet");
  await press("Allow");
  await page.waitForURL(`${scene.dashboardUrl}/`);
  await text("0 of 5 done");

  await follow("Accounts");
  await page.getByRole("rowheader").getByRole("link").click();
  await fill("Units", "1000");
  await fill("Why", "for trying it");
  await press("Grant");
  await text("1,000 units granted: 1,000 left");

  await follow("Apps");
  await press("Create an app");
  await fill("Name", "Maps");
  await fill("Site", scene.siteUrl);
  await press("Create");
  await heading("Maps");
  await press("A file on the site");
  await press("Check now");
  await text("Not found yet");
  scene.serveFile(await page.getByRole("button", { name: "Copy the value" }).locator("xpath=../code").innerText());
  await press("Check again");
  await text("Validated: you control the site");

  await press("Create a client");
  await fill("Redirect URIs", scene.redirectUri);
  await press("Create");
  const client = { id: await shown("Client id"), secret: await shown("Client secret") };
  await press("I stored it");
  expect(await page.content()).not.toContain(client.secret);

  const logo = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  await page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await press("Use this logo");
  await text("The logo is set");
  await page.locator("img.logo.large[src^='/dashboard/']").waitFor();
  const drawn = `document.querySelector("img.logo.large")`;
  expect(await page.evaluate(`${drawn}.decode().then(() => ${drawn}.naturalWidth)`)).toBe(256);

  await follow(client.id);
  await press("Rotate the secret …");
  await press("Create a new secret");
  const second = await shown("Client secret");
  expect(second).not.toBe(client.secret);
  await press("I stored it");
  await press("Revoke it now");
  await text("The previous secret is revoked");

  scene.startApp({ id: client.id, secret: second });
  await page.goto(scene.appUrl);
  await follow("Sign in with your wallet");
  await heading("Let Maps see this?");
  await text("Validated");
  await press("Allow");
  await text("$6,000.00");
  await untilUsed("/v1/me");
  await page.locator(".plot .bar").first().waitFor();
});

test("a key created here opens the data API, and its usage is listed", async () => {
  const { page, press, heading, text } = tab;
  await page.goto(`${scene.dashboardUrl}/keys`);
  await press("Create a key");
  await fill("Name", "worker");
  await press("Create");
  const headers = { AccessKey: await shown("Access key") };
  await press("I stored it");
  const answer = await fetch(`${scene.apiUrl}/v1/user/total_balance?id=${address}`, { headers });
  expect([answer.status, await answer.json()]).toMatchObject([200, { total_usd_value: 6000 }]);
  await untilUsed("/v1/user/total_balance");
  await press("By key");
  await page.getByRole("rowheader", { name: "worker" }).waitFor();
  await follow("Keys");
  await follow("worker");
  await heading("worker");
  await text("/v1/user/total_balance");
});

/** The text in a button's row that it copies. */
const copied = (name: string) =>
  tab.page
    .getByRole("button", { name: `Copy ${name}` })
    .locator("xpath=../code")
    .innerText();

test("a site is validated by a DNS record: not before the record exists, and not by another value", async () => {
  const { page, press, heading, text } = tab;
  await page.goto(`${scene.dashboardUrl}/apps`);
  await press("Create an app");
  await fill("Name", "Charts");
  await fill("Site", "https://charts.portico-test.dev");
  await press("Create");
  await heading("Charts");
  await press("A DNS record");
  const value = await copied("the value");
  await press("Check now");
  await text("_portico.charts.portico-test.dev has no TXT record that could be read (ENOTFOUND)");
  scene.dns.records.set("_portico.charts.portico-test.dev", `${value}x`);
  await press("Check again");
  await text("_portico.charts.portico-test.dev has 1 TXT records, but none is");
  scene.dns.records.set("_portico.charts.portico-test.dev", value);
  await press("Check again");
  await text("Validated: you control the site");
  await press("Delete …");
  await text("It has 0 clients. This can’t be undone.");
  await press("Delete the app");
  await text("Charts is deleted");
  expect(await page.getByText("charts.portico-test.dev").count()).toBe(0);
});

test("a key is rotated: the old one is rejected everywhere, and an operator enables the wallet group for the new one", async () => {
  const { page, press, heading, text } = tab;
  await page.goto(`${scene.dashboardUrl}/keys`);
  await press("Create a key");
  await fill("Name", "rotated");
  await press("Create");
  const first = await shown("Access key");
  await press("I stored it");
  const statusOf = async (key: string, path: string) =>
    (await fetch(scene.apiUrl + path, { headers: { AccessKey: key } })).status;
  const gas = "/v1/wallet/gas_market?chain_id=eth";
  expect([await statusOf(first, "/v1/account/units"), await statusOf(first, gas)]).toEqual([200, 403]);

  await follow("rotated");
  await heading("rotated");
  await press("Rotate …");
  await page.getByLabel("The current key keeps working for").selectOption({ label: "It stops working at once" });
  await press("Create a new key");
  const second = await shown("Access key");
  await press("I stored it");
  expect(second).not.toBe(first);
  await expect.poll(() => statusOf(first, "/v1/account/units"), { timeout: 5_000 }).toBe(401);
  expect(await statusOf(second, "/v1/account/units")).toBe(200);

  await follow("Accounts");
  await page.getByRole("rowheader").getByRole("link").click();
  await page.getByRole("button", { name: "Open the wallet group for rotated" }).first().click();
  await text("The wallet group is open for rotated");
  await expect.poll(() => statusOf(second, gas), { timeout: 5_000 }).not.toBe(403);
});

test("an operator sets and removes a price, disables and enables a protocol, and both apply in the API at once", async () => {
  const { page, press, text } = tab;
  await page.goto(`${scene.dashboardUrl}/keys`);
  await press("Create a key");
  await fill("Name", "priced");
  await press("Create");
  const headers = { AccessKey: await shown("Access key") };
  await press("I stored it");
  const request = async (path: string) => (await fetch(scene.apiUrl + path, { headers })).json();
  const balance = async () => ((await request("/v1/account/units")) as { balance: number }).balance;
  const cost = async () => {
    const before = await balance();
    await request(`/v1/user/token_list?id=${address}&chain_id=eth`);
    return before - (await balance());
  };
  expect(await cost()).toBe(4);
  await follow("Prices");
  await press("Change the price of GET /v1/user/token_list");
  await fill("Units per request", "11");
  await press("Set");
  await text("GET /v1/user/token_list costs 11 units");
  await expect.poll(cost, { timeout: 5_000 }).toBe(11);
  await press("Change the price of GET /v1/user/token_list");
  await press("As in the contract");
  await text("GET /v1/user/token_list costs 4 units");
  await expect.poll(cost, { timeout: 5_000 }).toBe(4);

  await press("Change the price of POST /v1/official/group_send");
  await fill("Units per request", "5");
  await press("Set");
  await text("POST /v1/official/group_send costs 5 units");
  await press("Change the price of POST /official/group_send");
  expect(await tab.button("As in the contract").count()).toBe(0); // removed where it was set
  await page.keyboard.press("Escape");

  await follow("Protocols");
  await page.getByRole("searchbox").fill("aave3");
  const row = page.getByRole("row").filter({ has: page.getByText("aave3", { exact: true }) });
  await row.getByRole("button", { name: "Switch off …" }).click();
  await fill("Why", "Its reads revert");
  await press("Switch off");
  await text("Aave V3 is off");
  await row.getByText("Its reads revert").waitFor();
  await row.getByRole("button", { name: "Switch on …" }).click();
  await press("Switch on");
  await text("Aave V3 is on");
  await row.getByRole("button", { name: "Switch off …" }).waitFor();
  const log = page.getByRole("table", { name: "Switches" });
  await log.getByText(`operator ${address}`).first().waitFor();
  await expect.poll(() => log.getByRole("row").count()).toBe(3);
});

test("no third-party request was made, and no page logged an error", () => {
  const isOurs = (url: string) =>
    ["http://127.0.0.1:", "blob:http://127.0.0.1:", "data:"].some((at) => url.startsWith(at));
  expect(tab.watch.requests.filter((url) => !isOurs(url))).toEqual([]);
  expect(tab.watch.complaints.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
});
