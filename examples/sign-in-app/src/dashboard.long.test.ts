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

/** What a dialog shows once, by the name that its button copies it by. */
const shown = (name: string) =>
  tab.page
    .getByRole("dialog")
    .getByRole("button", { name: `Copy ${name}` })
    .locator("xpath=../code")
    .innerText();

/** Opens the usage until what was used is in it: a second or so after. */
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

test("the owner of an application signs in, gets units, proves the site, gets a client, and sees what its people cost", async () => {
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
  await text("The site is yours: validated");

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
  await press("Make a new secret");
  const second = await shown("Client secret");
  expect(second).not.toBe(client.secret);
  await press("I stored it");
  await press("End it now");
  await text("The earlier secret is ended");

  scene.startApp({ id: client.id, secret: second });
  await page.goto(scene.appUrl);
  await follow("Sign in with your wallet");
  await heading("Let Maps see this?");
  await text("Validated");
  await press("Allow");
  await text("$6,000.00");
  await untilUsed("/v1/me");
  await page.locator(".plot .recharts-bar-rectangle path").first().waitFor();
});

test("a key that was made here opens the data API, and its usage stands with it", async () => {
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
  const isOurs = (url: string) =>
    ["http://127.0.0.1:", "blob:http://127.0.0.1:", "data:"].some((at) => url.startsWith(at));
  expect(tab.watch.requests.filter((url) => !isOurs(url))).toEqual([]);
  expect(tab.watch.complaints.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
});
