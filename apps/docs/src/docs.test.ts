import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listBarriers } from "@portico/browser";
import { operationTable } from "@portico/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import MiniSearch from "minisearch";
import { withConstEnums } from "./reference/withConstEnums.ts";
import { createDocsServer } from "./createDocsServer.ts";
import { listenTo, startAnswering } from "./testing/startAnswering.ts";
import { listWide, openSite, type Site } from "./testing/openSite.ts";
import { type Found, OTHER_WORDS, searchOptions, SHOWN } from "./web/searchOptions.ts";
import { searchIn } from "./web/searchSource.ts";

/** Search terms, and a page that must be among the results: the exact order changes with any new text. */
const ANSWERS = {
  "access key": "authentication.html",
  "add endpoint": "adding-an-operation.html",
  "alchemy rpc url": "real-chain.html",
  approvals: "reference.html",
  "bigint precision": "amounts.html",
  "custom rpc": "real-chain.html",
  err_protocol_ids: "reference.html",
  "error handling": "errors.html",
  logout: "sign-in.html",
  "next cursor": "history.html",
  "openapi download": "index.html",
  "pagination history": "history.html",
  "portfolio value in python": "portfolio.html",
  "rate limit": "units.html",
  raw_amount: "reference.html",
  redirect_uris: "reference.html#/dashboard/",
  "scale the api": "scaling.html",
  "simulate errors": "qa.html",
  "spam tokens": "portfolio.html",
  "supported networks": "reference.html",
  "user/token_list": "reference.html",
};

const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
let site: Site;
let url: string;
beforeAll(async () => {
  site = await openSite();
  ({ url } = site);
});
afterAll(() => site.close());

test("every guide exists, every link resolves, and every operation that a guide names is in the contract", () => {
  expect(site.problems).toEqual([]);
});

test("every page has one title, including READMEs that begin with a sentence", async () => {
  const names = (await readdir(site.folder)).filter((name) => name.endsWith(".html") && name !== "reference.html");
  const pages = await Promise.all(names.map((name) => readFile(join(site.folder, name), "utf8")));
  expect(names.filter((_name, index) => pages[index]?.split("<h1").length !== 2)).toEqual([]);
});

/** The colours of the header, of Redoc's text, and of Redoc's own palette. */
const COLOURS = `[
  getComputedStyle(document.querySelector(".top")).backgroundColor,
  getComputedStyle(document.querySelector("main :is(h1, h2)")).color,
  getComputedStyle(document.documentElement).getPropertyValue("--color-white"),
]`;
const LIGHT = ["rgb(255, 255, 255)", "rgb(26, 29, 36)", "#ffffff"];
const DARK = ["rgb(25, 28, 34)", "rgb(233, 235, 240)", "#000000"];

test("an operation of the reference shows its parameters, its price, extensions, and code in three languages", async () => {
  const { page, watch } = await site.open(`${url}reference.html#/user/getusertokenlist`);
  const main = page.getByRole("main");
  await main.getByText("chain_id").first().waitFor();
  await main.getByText(`${operationTable.getUserTokenList.units} units`, { exact: true }).first().waitFor();
  await page.getByText("raw_amount_str", { exact: true }).first().waitFor();
  expect(await page.getByText("extension", { exact: true }).count()).toBeGreaterThan(0);
  const panel = main.locator(".panel-request-samples", { hasText: "/v1/user/token_list" });
  await panel.getByText('curl -H "AccessKey').waitFor();
  await panel.getByRole("button", { name: "curl" }).click();
  await page.getByRole("menuitem", { name: "TypeScript" }).click();
  await panel.getByText("createClient").first().waitFor();
  await panel.getByRole("button", { name: "TypeScript" }).click();
  await page.getByRole("menuitem", { name: "Python" }).click();
  await panel.getByText("urlopen").first().waitFor();
  expect(await panel.innerText()).toContain("PORTICO_ACCESS_KEY");
  expect(await page.getByText("API docs by").isVisible()).toBe(false); // the line remains without its logo
  expect(site.thirdPartyRequestsOf(watch.requests)).toEqual([]);
  expect(watch.complaints).toEqual([]);

  const theme = page.getByRole("combobox", { name: "Theme" });
  expect(await page.evaluate(COLOURS)).toEqual(LIGHT);
  await theme.selectOption("dark");
  expect(await page.evaluate(COLOURS)).toEqual(DARK);
  await panel.getByRole("button", { name: "Python" }).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  await panel.getByText('curl -H "AccessKey').waitFor();
  expect(await page.evaluate(COLOURS)).toEqual(DARK); // Redoc has set its own class again
  await theme.selectOption("system");
  expect(await page.evaluate(COLOURS)).toEqual(LIGHT);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => page.evaluate(COLOURS), { timeout: 30_000 }).toEqual(DARK);
  await page.getByRole("link", { name: "Portico docs" }).click();
  await page.getByRole("heading", { level: 1, name: "Portico" }).waitFor();
  await page.close();
});

/** What is asked most, and the section that answers it. */
const FIRST = [
  ["how do I get a key", "authentication.html#access-keys"],
  ["create an access key", "authentication.html#access-keys"],
  ["get started", "get-started.html"],
] as const;

test("a search by another term, or with one word too many, finds the right page", async () => {
  const index = MiniSearch.loadJSON<Found>(await readFile(join(site.folder, "search.json"), "utf8"), searchOptions);
  const missed = Object.entries(ANSWERS).filter(([typed, page]) => {
    const found = searchIn(index, typed).slice(0, SHOWN);
    return !found.some((hit) => hit.url.startsWith(page));
  });
  expect(missed).toEqual([]);
  for (const [typed, section] of FIRST) expect([typed, searchIn(index, typed)[0]?.url]).toEqual([typed, section]);
  const others = Object.values(OTHER_WORDS).flat();
  expect(searchIn(index, "list token GET").filter(({ text }) => text.includes("`"))).toEqual([]);
  expect(others.filter((word) => index.search(word, { combineWith: "AND", fuzzy: false }).length === 0)).toEqual([]);
});

test("on a phone the rows of a wide table are stacked, each cell with its column's title", async () => {
  const { page } = await site.open(`${url}operations`, { width: 375, height: 700 });
  const row = page.getByRole("row", { name: "GET /v1/user/token_list" });
  const [path, units] = [row.getByRole("cell").first(), row.getByRole("cell", { name: "units: 4" })];
  const [above, below] = [await path.boundingBox(), await units.boundingBox()];
  expect(above?.width).toBeGreaterThan(300);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  await page.close();
});

test("the first page leads each role to its guides, and shows the first request in three languages, by keyboard", async () => {
  const { page, watch } = await site.open(url, { width: 390, height: 844 });
  const cards = page.getByRole("main").getByRole("listitem");
  const roles = { "Front end": "portfolio.html", "Back end": "authentication.html", QA: "qa.html" };
  for (const [role, guide] of Object.entries(roles)) {
    const card = cards.filter({ has: page.getByText(role, { exact: true }).and(page.locator("strong")) });
    expect(await card.locator(`a[href="${guide}"]`).count()).toBe(1);
  }
  const panel = page.getByRole("tabpanel");
  expect(await panel.innerText()).toContain('curl -s -H "AccessKey: any"');
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await panel.innerText()).toContain("createClient");
  await page.keyboard.press("ArrowRight");
  expect(await panel.innerText()).toContain("from portico import Portico");
  await page.reload();
  expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Python");
  expect(watch.complaints).toEqual([]);
  await page.close();
  const plain = await site.openPlain();
  await plain.goto(url);
  expect(await plain.locator(".tab-panel:visible").count()).toBe(3);
  await plain.close();
});

test("the first request is sent from the first page, to the mock without a key and to the instance with one", async () => {
  const asked: unknown[] = [];
  await using api = await startAnswering(({ headers, url: path }) => void asked.push([headers["accesskey"], path]));
  const { server } = await createDocsServer(site.folder, undefined, { mock: api.url, api: api.url });
  await using docs = await listenTo(server);
  const { page, watch } = await site.open(docs.url, { width: 390, height: 844 });
  await page.getByRole("button", { name: "Send it" }).click();
  await page.getByText(`"total_usd_value": 7`).waitFor();
  await page.getByText("Your instance", { exact: true }).click();
  await page.getByLabel("Access key").fill("pk_mine");
  await page.getByLabel("Access key").press("Enter");
  await expect.poll(() => asked.length).toBe(2);
  const path = "/v1/user/total_balance?id=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
  expect(asked).toEqual([
    ["any", path],
    ["pk_mine", path],
  ]);
  await page.setViewportSize({ width: 800, height: 844 });
  expect(await listBarriers(page)).toEqual([]);
  const late = Promise.withResolvers<void>();
  await page.route(
    `${api.url}/**`,
    async (route) => {
      await late.promise;
      await route.fulfill({ headers: { "access-control-allow-origin": "*" }, json: "late" });
    },
    { times: 1 },
  );
  await page.getByLabel("Access key").press("Enter");
  await page.getByText("Waiting …").waitFor();
  await page.getByText("The mock", { exact: true }).click();
  await page.getByRole("button", { name: "Send it" }).click();
  await page.getByText("200 OK").waitFor();
  const finished = page.waitForEvent("requestfinished");
  late.resolve();
  await finished;
  expect(await page.getByRole("region", { name: "Answer" }).innerText()).toContain("total_usd_value");
  expect(watch.complaints).toEqual([]);
  await page.goto(url); // names no mock and no instance
  expect(await page.getByRole("button", { name: "Send it" }).count()).toBe(0);
  await page.close();
});

test("without JavaScript the pages omit the search, and the reference links to alternatives", async () => {
  const page = await site.openPlain();
  for (const [address, link] of [
    ["units", "Operations"],
    ["search", "all operations"],
    ["reference", "all operations"],
  ] as const) {
    await page.goto(url + address);
    expect(await page.getByRole("search").count()).toBe(0);
    expect(await page.getByRole("link", { name: link, exact: true }).getAttribute("href")).toBe("operations.html");
  }
  await page.close();
});

test("pages of every kind violate no policy, send no third-party request, and fit a phone", async () => {
  const pages = ["index", "units", "qa", "operations", "error-codes", "apps-docs"].map((name) => `${name}.html`);
  expect(await listWide(site, pages)).toEqual({ wide: [], thirdPartyRequests: [], complaints: [] });
});

test("with the keyboard alone a reader skips to the text, and searches guides and operations", async () => {
  const { page, watch } = await site.open(`${url}units`);
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await page.keyboard.press("/");
  await page.keyboard.type("next curs");
  const options = page.getByRole("option");
  await options.first().waitFor();
  expect(await page.getByRole("status").textContent()).toMatch(/^\d+ found$/);
  const second = await options.nth(1).getByRole("link").getAttribute("href");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}${second}`);
  await page.goto(`${url}search.html?q=user/token_list`);
  const found = page.getByRole("main").getByRole("link", { name: "GET /v1/user/token_list Reference" });
  expect(await found.first().getAttribute("href")).toBe("reference.html#/user/getusertokenlist");
  await page.goto(`${url}search.html?q=${encodeURIComponent("<img/src=x/zzzz>")}`);
  await page.getByRole("heading", { name: "Nothing found for “<img/src=x/zzzz>”" }).waitFor();
  await page.getByRole("combobox", { name: "Search the docs" }).fill("zzzzqqq");
  const message = page.getByRole("status").filter({ hasText: "Nothing found" });
  expect((await message.boundingBox())?.height).toBeGreaterThan(20); // visible as well as announced
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("one search on guides and reference finds both, and the fields of operations; a result on the same page loads nothing", async () => {
  const { page, watch } = await site.open(`${url}reference`);
  await page.evaluate("globalThis.isLoadedOnce = true");
  const find = async (words: string, name: RegExp) => {
    await page.keyboard.press("Control+K"); // which would also open Redoc's search
    await page.keyboard.type(words);
    await page.getByRole("option", { name }).getByRole("link").click();
  };
  await find("credit_score", /^GET \/v1\/token Reference credit_score · /);
  await page.waitForURL(/#\/token\/gettoken$/);
  await page.getByText("credit_score", { exact: true }).first().waitFor();
  expect(await page.evaluate("globalThis.isLoadedOnce")).toBe(true);
  expect(await page.getByRole("listbox", { name: "Results" }).or(page.getByTestId("search-dialog")).count()).toBe(0);
  await find("scaling out", /^Scaling out Scaling out /);
  await page.getByRole("heading", { level: 1, name: "Scaling out" }).waitFor();
  await find("user/token raw_amount_str", /^GET \/v1\/user\/token Reference raw_amount_str · /);
  await page.waitForURL(`${url}reference.html#/user/getusertoken`, { waitUntil: "commit" });
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test("the pages also work as files, without a server, including the search", async () => {
  const { page, watch } = await site.open(`file://${join(site.folder, "portfolio.html")}`);
  await page.keyboard.press("/");
  await page.keyboard.type("exact amounts");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search.html?q=*");
  await page.getByRole("main").getByRole("link", { name: "Exact amounts" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Exact amounts" }).waitFor();
  expect(watch.requests.filter((request) => !/^(?:file|data):/.test(request))).toEqual([]);
  expect(watch.complaints).toEqual([]);
  await page.close();
});

test.each(["light", "dark"] as const)(
  "nothing keeps readers from pages of every kind in the %s theme",
  async (colorScheme) => {
    const { page } = await site.open(url, { width: colorScheme === "dark" ? 800 : 1400, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const name of ["", "authentication", "amounts", "search?q=token", "gone"]) {
      await page.goto(url + name);
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      expect([name, await listBarriers(page)]).toEqual([name, []]);
    }
    await page.close();
  },
);

test("no example loses a digit in JavaScript", async () => {
  const contract = await readFile(contractFile, "utf8");
  const integers = contract.match(/(?<=[:[,\s])\d{16,}(?=[,\s}\]])/g) ?? [];
  expect(integers.filter((text) => String(Number(text)) !== text)).toEqual([]);
});

test("the contract can be downloaded as JSON and YAML, and the pages as text", async () => {
  const contract = await readFile(contractFile, "utf8");
  const served = await (await fetch(`${url}openapi.json`)).text();
  const withoutSamples: unknown = JSON.parse(served, (key, value: unknown) =>
    key === "x-codeSamples" ? undefined : value,
  );
  expect(withoutSamples).toEqual(withConstEnums(JSON.parse(contract)));
  expect(served.match(/"label": "curl"/g)).toHaveLength(Object.keys(operationTable).length);
  expect(await (await fetch(`${url}reference/openapi.json`)).text()).toBe(served);
  const paths = (await (await fetch(`${url}openapi.yaml`)).text()).matchAll(/^ {2}(\/\S*):$/gm);
  expect([...paths].map(([, path]) => path)).toEqual(Object.keys((JSON.parse(contract) as { paths: object }).paths));
  const list = await (await fetch(`${url}llms.txt`)).text();
  const links = [...list.matchAll(/\]\((\S+)\)/g)].map(([, link = ""]) => link);
  const answers = await Promise.all(links.map(async (link) => `${link} ${(await fetch(url + link)).status}`));
  expect(answers).toEqual(links.map((link) => `${link} 200`));
  expect(links).toContain("portfolio.md");
  expect(await (await fetch(`${url}llms-full.txt`)).text()).toContain("GET /v1/user/token_list");
});

test("every response has a policy and forbids MIME sniffing and framing", async () => {
  for (const path of ["", "reference", "units", "search", "openapi.json", "llms.txt", "nothing"]) {
    const { headers } = await fetch(url + path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect([path, policy.includes("'unsafe-inline'")]).toEqual([path, path === "reference"]); // Redoc's own styles
  }
});

test("other paths are 404, other methods 405, /healthz responds, and unchanged files are not sent again", async () => {
  expect((await fetch(`${url}../package.json`)).status).toBe(404);
  const missing = (path: string, accept: string) => fetch(url + path, { headers: { accept } });
  const page = await missing("gone", "text/html,*/*");
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('href="operations.html"')]);
  expect(await (await missing("gone", "*/*")).text()).toBe("Not found\n");
  expect(await (await missing("far/gone", "text/html")).text()).toBe("Not found\n"); // relative links would break
  expect((await fetch(`${url}%2e%2e/package.json`)).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  expect(await (await fetch(`${url}healthz`)).json()).toEqual({ status: "ok" });
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(url, { headers: { "if-none-match": `"other", W/${etag}` } })).status).toBe(304);
});

test("a new build is served without a restart", async () => {
  await writeFile(join(site.folder, "new.txt"), "new");
  await writeFile(join(site.folder, ".new.txt"), "new");
  expect((await fetch(`${url}new.txt`)).status).toBe(404);
  await site.reload();
  expect(await (await fetch(`${url}new.txt`)).text()).toBe("new");
  expect((await fetch(`${url}.new.txt`)).status).toBe(404);
});
