import { launchBrowser } from "@portico/browser";
import { createTestWallet, openScene } from "@portico/connect/testing/browser";
import { mnemonicToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Portico, startPortico, startProgram } from "./testing/startPortico.ts";

/** The demo owner of a devnet is anvil's first account. */
const owner = mnemonicToAccount("test test test test test test test test test test test junk");

let portico: Portico;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let stopApp: () => Promise<void>;

beforeAll(async () => {
  [portico, chromium] = await Promise.all([startPortico(), launchBrowser()]);
  const { connectUrl, clientId, clientSecret, redirectUri } = portico.run;
  stopApp = await startProgram("examples/sign-in-app/src/main.ts", {
    PORTICO_CONNECT_URL: connectUrl,
    PORTICO_CLIENT_ID: clientId,
    PORTICO_CLIENT_SECRET: clientSecret,
    PORTICO_REDIRECT_URI: redirectUri,
  });
}, 600_000);
afterAll(async () => {
  await stopApp?.();
  await chromium?.close();
  await portico?.stop();
}, 120_000);

/** The demo owner's worth in the data API, in USD. */
async function readWorth(): Promise<number> {
  const { apiUrl, accessKey, demoOwner } = portico.run;
  const url = `${apiUrl}/v1/user/total_balance?id=${demoOwner}`;
  const answer = await fetch(url, { headers: { AccessKey: accessKey } });
  return ((await answer.json()) as { total_usd_value: number }).total_usd_value;
}

const toNumber = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ""));

test("a browser signs in to the example against `pnpm start`, sees the demo owner's portfolio, and revokes the consent", async () => {
  const { connectUrl, demoOwner, redirectUri } = portico.run;
  expect(owner.address.toLowerCase()).toBe(demoOwner.toLowerCase());
  const wallet = createTestWallet(owner);
  const context = await chromium.newContext();
  const appUrl = new URL(redirectUri).origin;
  const { page, press, heading, text, fits, close } = await openScene(context, appUrl, { wallet, leadsTo: connectUrl });
  const signIn = () => page.getByRole("link", { name: "Sign in with your wallet" }).click();

  await signIn();
  await heading("Sign in to Portico demo");
  await press("Test Wallet");
  await heading("Let Portico demo see this?");
  await text("Net worth");
  await press("Allow");
  await page.waitForURL(`${appUrl}/`);
  await text(owner.address.toLowerCase());
  const worth = toNumber(await page.locator("strong").first().innerText());
  expect(worth / (await readWorth())).toBeCloseTo(1, 2); // blocks are mined meanwhile
  expect(worth).toBeGreaterThan(1000);
  const rows = await page.locator("tbody tr").allInnerTexts();
  for (const chain of ["eth", "base", "matic"]) expect(rows.join("\n")).toMatch(new RegExp(`^${chain}\\s`, "m"));
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await fits()).toBe(true);

  await press("Sign out"); // revokes the refresh token, and thereby the consent
  await signIn();
  await heading("Let Portico demo see this?");
  await press("Allow");
  await text(owner.address.toLowerCase());
  expect(wallet.requestedMethods.filter((method) => method === "personal_sign")).toHaveLength(1); // the browser is still signed in

  await page.goto(`${connectUrl}/connections`);
  await page.getByRole("button", { name: "Remove Portico demo" }).click();
  await press("Remove");
  await text("No application can read your data");
  await page.goto(appUrl);
  await text("You are signed out.");
  await close();
});
