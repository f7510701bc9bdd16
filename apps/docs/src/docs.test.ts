import type { Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser, watchPage } from "@portico/browser";
import { operationTable } from "@portico/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDocs } from "./buildDocs.ts";
import { createDocsServer } from "./createDocsServer.ts";

type Chromium = Awaited<ReturnType<typeof launchBrowser>>;
const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
let folder: string;
let server: Server;
let url: string;
let browser: Chromium;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-docs-test-"));
  await buildDocs(folder);
  server = await createDocsServer(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens an address of the site and waits until Redoc has rendered it. */
async function open(address: string) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const watch = watchPage(page);
  await page.goto(address);
  await page.getByRole("main").getByRole("heading").first().waitFor();
  return { page, watch };
}

const GROUPS = [
  "Chain",
  "Protocol",
  "Pool",
  "Token",
  "User",
  "Wallet",
  "Account",
  "Cloud",
  "Official",
  "Sign-in",
  "Me",
  "Dashboard",
  "Health",
];

test("the page shows every operation, asks nobody but its own server for anything and breaks no policy, wherever one goes in it", async () => {
  const { page, watch } = await open(url);
  const shown = new Set<string>();
  for (const name of GROUPS) {
    await page.getByRole("link", { name, exact: true }).first().click();
    const links = page.locator(`a[href^="#/${name.toLowerCase()}/"]`);
    await links.first().waitFor();
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const target of targets) shown.add(target.split("/").at(-1) ?? "");
  }
  expect(Object.keys(operationTable).filter((id) => !shown.has(id.toLowerCase()))).toEqual([]);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("token_list");
  await page.waitForLoadState("networkidle");
  expect(watch.requests.filter((request) => !request.startsWith(url) && !request.startsWith("data:"))).toEqual([]);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("the page works as a file too, without any server", async () => {
  const file = `file://${join(folder, "index.html")}`;
  const { page, watch } = await open(file);
  expect(await page.getByRole("link", { name: "Wallet", exact: true }).first().isVisible()).toBe(true);
  expect(watch.requests.filter((request) => request !== file && !request.startsWith("data:"))).toEqual([]);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("an operation shows its parameters, its price, and code in three languages", async () => {
  const { page } = await open(`${url}#/user/getusertokenlist`);
  const main = page.getByRole("main");
  await main.getByText("chain_id").first().waitFor();
  await main.getByText(`${operationTable.getUserTokenList.units} units`, { exact: true }).first().waitFor();
  const panel = main.locator(".panel-request-samples", { hasText: "/v1/user/token_list" });
  await panel.getByText('curl -H "AccessKey').waitFor();
  await panel.getByRole("button", { name: "curl" }).click();
  await page.getByRole("menuitem", { name: "TypeScript" }).click();
  await panel.getByText("createClient").first().waitFor();
  await panel.getByRole("button", { name: "TypeScript" }).click();
  await page.getByRole("menuitem", { name: "Python" }).click();
  await panel.getByText("urlopen").first().waitFor();
  expect(await panel.innerText()).toContain("PORTICO_ACCESS_KEY");
  await page.close();
});

test("no line about a renderer stands in the page without its logo", async () => {
  const { page } = await open(url);
  expect(await page.getByText("API docs by").isVisible()).toBe(false);
  await page.close();
});

test("what goes beyond the plain interface is marked", async () => {
  const { page } = await open(`${url}#/user/getusertokenlist`);
  await page.getByText("raw_amount_str", { exact: true }).first().waitFor();
  expect(await page.getByText("extension", { exact: true }).count()).toBeGreaterThan(0);
  await page.close();
});

test("no example loses a digit on its way through JavaScript", async () => {
  const contract = await readFile(contractFile, "utf8");
  const integers = contract.match(/(?<=[:[,\s])\d{16,}(?=[,\s}\]])/g) ?? [];
  expect(integers.filter((text) => String(Number(text)) !== text)).toEqual([]);
});

test("the contract can be downloaded as it is, byte for byte", async () => {
  const response = await fetch(`${url}openapi.json`);
  expect(await response.text()).toBe(await readFile(contractFile, "utf8"));
});

test("every answer carries the policy and forbids guessing of types and framing", async () => {
  for (const path of ["", "openapi.json", "nothing"]) {
    const { headers } = await fetch(url + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'sha256-.*frame-ancestors 'none'$/,
    );
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  }
});

test("other paths are 404, other methods 405, and health is told", async () => {
  expect((await fetch(`${url}../package.json`)).status).toBe(404);
  expect((await fetch(`${url}%2e%2e/package.json`)).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  expect(await (await fetch(`${url}healthz`)).json()).toEqual({ status: "ok" });
});
