/** Every page and every operation of the reference, in a real browser. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { operationTable } from "@portico/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiDocument } from "./reference/sampleRequest.ts";
import { listOperations } from "./site/listOperations.ts";
import { listWide, openSite, type Site } from "./testing/openSite.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test("the reference shows every operation, sends no third-party request and violates no policy, on every navigation", async () => {
  const { page, watch } = await site.open(`${site.url}reference`);
  const contract = JSON.parse(await readFile(join(site.folder, "openapi.json"), "utf8")) as ApiDocument;
  const groups = new Set(listOperations(contract).map(({ tag }) => tag));
  const shown = new Set<string>();
  for (const name of groups) {
    await page.getByRole("link", { name, exact: true }).first().click();
    const links = page.locator(`a[href^="#/${name.toLowerCase()}/"]`);
    await links.first().waitFor();
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const target of targets) shown.add(target.split("/").at(-1) ?? "");
  }
  expect(Object.keys(operationTable).filter((id) => !shown.has(id.toLowerCase()))).toEqual([]);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("token_list");
  await page
    .getByRole("option", { name: /^GET .*\/token_list Reference/ })
    .first()
    .waitFor();
  expect(site.thirdPartyRequestsOf(watch.requests)).toEqual([]);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("every page violates no policy, sends no third-party request, and fits a phone", async () => {
  const names = await readdir(site.folder);
  const pages = names.filter((name) => name.endsWith(".html") && name !== "reference.html");
  expect(pages.length).toBeGreaterThan(40);
  expect(await listWide(site, pages)).toEqual({ wide: [], thirdPartyRequests: [], complaints: [] });
});

test("the reference also works as a file, without a server, including the search", async () => {
  const { page, watch } = await site.open(`file://${join(site.folder, "amounts.html")}`);
  await page.getByRole("link", { name: "Reference", exact: true }).click();
  await page.getByRole("link", { name: "Wallet", exact: true }).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("exact amounts");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search.html?q=*");
  await page.getByRole("main").getByRole("link", { name: "Exact amounts" }).first().waitFor();
  expect(watch.requests.filter((request) => !/^(?:file|data):/.test(request))).toEqual([]);
  expect(watch.complaints).toEqual([]);
  await page.close();
});
