import { readFileSync } from "node:fs";
import { launchBrowser, listBarriers } from "@portico/browser";
import { formatUsd, type NetCurve, type TokenProfit } from "@portico/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Browser,
  expectDecent,
  letFail,
  openPage,
  type OpenedPage,
  type Page,
  widthOf,
} from "./testing/explorerPages.ts";
import { storeBridge } from "./testing/storeBridge.ts";
import { type ExplorerScene, startExplorerScene } from "./testing/startExplorerScene.ts";

const PHONE = 360;
const PHONE_WIDE = 390;
let scene: ExplorerScene;
let chromium: Browser;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startExplorerScene(), launchBrowser()]);
  opened = await openPage(chromium, `${scene.explorer.url}/explore`, { width: PHONE, isDark: true });
  ({ page } = opened);
  await letDelegate();
});
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

const ROUTER = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
/** An account without anything else. */
const DELEGATING = `0x${"de".repeat(20)}`;

/** Has it delegate to the router, and the indexer read that, and what the owner is, in the background. */
async function letDelegate(): Promise<void> {
  const call = { jsonrpc: "2.0", id: 1, method: "anvil_setCode", params: [DELEGATING, `0xef0100${ROUTER.slice(2)}`] };
  const headers = { "content-type": "application/json" };
  await fetch(scene.rpcUrl, { method: "POST", headers, body: JSON.stringify(call) });
  for (const id of [DELEGATING, scene.owner]) await readApi(`code_list?id=${id}`);
}

const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const readApi = async <Body = never>(path: string): Promise<Body> =>
  (await (await fetch(`${scene.explorer.url}/explorer/api/v1/user/${path}`)).json()) as Body;

/** A transaction of the owner on eth, by its summary. */
async function findTransaction(summary: RegExp): Promise<{ id: string; block_height: number; summary: string }> {
  for (let cursor = ""; ;) {
    const [found]: { history_list: { id: string; block_height: number; summary: string }[]; next_cursor: string }[] =
      await readApi(`history_list?id=${scene.owner}&chain_id=eth${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const one = found!.history_list.find((item) => summary.test(item.summary));
    if (one !== undefined) return one;
    cursor = found!.next_cursor;
  }
}

/** The address of a token of the owner's whose name is markup. */
async function findHostileToken(): Promise<string> {
  const held: { id: string; name: string | null }[] = await readApi(`all_token_list?id=${scene.owner}&chain_ids=eth`);
  return held.find(({ name }) => name?.includes("</script>"))!.id;
}

/** Navigates as a link does: loaded code stays. */
const goTo = (path: string): Promise<void> => page.evaluate(`history.pushState({}, "", ${JSON.stringify(path)})`);
const goToTab = (tab: string): Promise<void> => goTo(`/address/${scene.owner}${tab}`);
const focused = (property: string) => page.evaluate<string>(`document.activeElement.${property}`);

/** kB transferred, compressed. */
async function kilobytesOf(ending: string): Promise<number> {
  const files = await page.evaluate<{ url: string; bytes: number }[]>(
    `performance.getEntriesByType("resource").map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize }))`,
  );
  const counted = files.filter(({ url }) => url.endsWith(ending));
  return counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

test("input leads to an address, also by its name, or its problem is reported", async () => {
  await opened.heading("Look into any wallet");
  const field = page.getByLabel("Search the explorer");
  await field.fill("0x12");
  await field.press("Enter");
  await page.getByRole("alert").getByText("this has 2").waitFor();
  await field.fill("Nobody.eth");
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("This name resolves to no address").waitFor();
  await field.last().fill("Demo.eth"); // the page's field; the other is in the header
  await field.last().press("Enter");
  await opened.heading("demo.eth");
  await expect.poll(() => page.url()).toBe(`${scene.explorer.url}/address/${scene.owner}`);
});

test("an address's page says whether it is a contract, what it is called, and whose code an account runs", async () => {
  await goTo(`/address/${ROUTER}`);
  await opened.heading("Uniswap V2");
  const kinds = page.locator(".account-kinds");
  await kinds.getByText("Contract", { exact: true }).waitFor();
  expect(await kinds.innerText()).not.toContain("Not a contract"); // on Base nobody has read it
  await expect
    .poll(() => readApi<{ delegate: object | null }[]>(`code_list?id=${DELEGATING}`), READ)
    .toMatchObject([
      { chain: "eth", is_contract: false, delegate: { id: ROUTER } },
      { chain: "base", is_contract: false, delegate: null },
    ]);
  await goTo(`/address/${DELEGATING}`);
  await kinds.getByText("Delegates to Uniswap V2 0x7a25…488d (EIP-7702)").waitFor();
  await kinds.getByText("on Ethereum").waitFor();
  await goToTab("");
  await expect.poll(() => kinds.innerText(), READ).toBe("Not a contract");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

/** Code is read in the background. */
const READ = { timeout: 30_000 };

test("the overview shows the net worth, its curve and its allocation, on a phone, and what is missing from it", async () => {
  await goToTab("");
  await opened.heading("demo.eth");
  await page
    .getByText(/^\$[\d,]+\.\d\d$/)
    .first()
    .waitFor();
  const curve = page.getByRole("slider", { name: "Net worth over 24 hours" });
  await curve.press("Home");
  const first = await curve.getAttribute("aria-valuetext");
  expect(first).toMatch(/^\$[\d,]+\.\d\d, \w+ \d/);
  await page
    .locator(".curve .plot-tip")
    .getByText(first?.split(", ")[0] ?? "")
    .waitFor();
  await curve.press("ArrowRight");
  expect(await curve.getAttribute("aria-valuenow")).toBe("1");
  await page.getByRole("button", { name: "1 y" }).click();
  await page.getByRole("slider", { name: "Net worth over a year" }).waitFor();
  const changed = page.getByRole("region", { name: "What changed" });
  await changed.getByText("Gain of prices").waitFor();
  const { change } = await readApi<NetCurve>(`total_net_curve?id=${scene.owner}&days=365`);
  const parts = [change!.inflow_usd_value, change!.position_usd_value, change!.gain_usd_value];
  expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - change!.usd_value)).toBeLessThan(0.01);
  const figures = changed.getByRole("definition");
  await expect
    .poll(async () => (await figures.allInnerTexts()).slice(0, 3))
    .toEqual(parts.map((part) => `${part >= 0 ? "+" : ""}${formatUsd(part)}`));
  const byProtocol = page.getByRole("table", { name: "Net worth by protocol" });
  await byProtocol.getByRole("row", { name: /^Lido/ }).waitFor();
  await byProtocol.getByRole("row", { name: /^Wallet \d+(\.\d)?% \$/ }).waitFor();
  await expect.poll(() => page.locator(".donut .slice").count()).toBeGreaterThan(2);
  await page
    .locator(".protocol-cards")
    .getByRole("link", { name: /^Lido \$/ })
    .waitFor();
  const byChain = page.getByRole("table", { name: "Net worth by chain" });
  await page.getByText("Incomplete: Base").waitFor();
  await page.getByText(/On Base, positions in .*uniswap2.* are missing/).waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await byChain.getByRole("link", { name: "Base" }).click();
  await page.waitForURL(/chain=base/);
  await page.getByText("Net worth on Base").waitFor();
  await page.getByRole("link", { name: "Tokens", exact: true }).click();
  await page.waitForURL(/\/tokens\?chain=base$/);
  await expect.poll(() => focused("textContent")).toBe("Tokens");
  await expect.poll(() => page.title()).toBe("Tokens · demo.eth · Portico");
  await expectDecent(opened);
});

test("a curve is not known before the first indexed block, and says so instead of zero", async () => {
  const setStart = (block: bigint) =>
    scene.db.updateTable("chain_state").set({ start_block: block }).where("chain", "=", "eth").execute();
  const blocks = await scene.db
    .selectFrom("block")
    .select(["block_number", "time_at"])
    .where("chain", "=", "eth")
    .orderBy("block_number")
    .execute();
  const last = Number(blocks.at(-1)!.time_at);
  const middle = blocks.find(({ time_at: timeAt }) => Number(timeAt) > last - 130_000)!.block_number; // a day and a half
  await goToTab("");
  await opened.heading("demo.eth");
  await setStart(middle);
  await page.reload();
  await page.getByRole("button", { name: "1 y" }).click();
  await page.locator(".curve-unknown").getByText("Not known").waitFor();
  await page.getByText(/^Net worth over a year: .* Not known before \w+ \d/).waitFor({ state: "attached" });
  expect(await opened.scrollWidth()).toBe(PHONE);
  await setStart(0n);
});

test("values are shown in another currency at the rate of a feed on chain, whose source and age are named", async () => {
  await goToTab("");
  const worth = page.locator(".net-worth .value");
  await worth.getByText("$").waitFor();
  await page.getByRole("button", { name: "Currency: USD" }).click();
  const dialog = page.getByRole("dialog", { name: "Currency" });
  await dialog.getByText(/^\$1\.16 for 1 EUR, by the feed EUR \/ USD/).waitFor();
  expect(await dialog.getByRole("button").allInnerTexts()).toEqual(
    expect.arrayContaining(["USD US dollar", "BTC Bitcoin", "EUR Euro", "JPY Yen", "KRW Won"]),
  );
  await dialog.getByRole("button", { name: "EUR Euro" }).press("Enter");
  await worth.getByText("€").waitFor();
  const { total_usd_value: total } = await readApi<{ total_usd_value: number }>(`total_balance?id=${scene.owner}`);
  const inEuros = new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).format(total / 1.16);
  await expect.poll(() => worth.innerText()).toBe(inEuros);
  await page.reload();
  await worth.getByText("€").waitFor();
  await page.getByText(/^Values in EUR: \$1\.16 for 1 EUR, by the feed EUR \/ USD .* read at block [\d,]+$/).waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await page.getByRole("button", { name: "Currency: EUR" }).click();
  await dialog.getByRole("button", { name: "USD US dollar" }).press("Enter");
  await worth.getByText("$").waitFor();
});

test("a phone downloads little to render a page", async () => {
  await goToTab("");
  await page.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  expect(await kilobytesOf(".js")).toBeLessThan(150);
  expect(await kilobytesOf(".css")).toBeLessThan(12);
  expect(await kilobytesOf(".js")).toBeGreaterThan(50); // compressed, and measured at all
  const [paint = 0] = await page.evaluate<number[]>(
    `performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime)`,
  );
  expect(paint).toBeGreaterThan(0);
});

test("a chosen theme changes the colours against the system's, is there before any script, and outlasts the page", async () => {
  const { page: bright } = await openPage(chromium, `${scene.explorer.url}/explore`);
  const ground = () => bright.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  const theme = bright.getByRole("combobox", { name: "Theme" });
  const [LIGHT, DARK] = ["rgb(243, 244, 247)", "rgb(16, 18, 22)"];
  await theme.waitFor();
  expect(await ground()).toBe(LIGHT);
  await theme.selectOption("Dark");
  expect(await ground()).toBe(DARK);
  await bright.route(/\.js$/, (route) => route.abort());
  await bright.reload();
  expect(await ground()).toBe(DARK);
  await bright.unroute(/\.js$/);
  await bright.reload();
  expect(await theme.inputValue()).toBe("dark");
  await theme.selectOption("System");
  expect(await ground()).toBe(LIGHT);
  await bright.emulateMedia({ colorScheme: "dark" });
  expect(await ground()).toBe(DARK);
  await theme.selectOption("Light");
  expect(await ground()).toBe(LIGHT);
  await bright.close();
});

type Edges = Readonly<Record<"scrolled" | "head" | "tabs" | "tabsEnd" | "link", number>>;

test("the tabs stay below the bar, and what is focused is below both", async () => {
  const wide = await openPage(chromium, `${scene.explorer.url}/address/${scene.owner}/history`, { width: 1280 });
  await wide.page.locator("main .movement, main article, main li").first().waitFor();
  await wide.page.evaluate(`(async () => {
    const tabs = document.querySelector(".tabs");
    tabs.parentElement.style.minHeight = "5000px";
    const followsTabs = (one) => tabs.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING;
    const link = [...document.querySelectorAll("main a[href], main button")].find(followsTabs);
    link.style.marginTop = "1000px";
    scrollTo(0, link.getBoundingClientRect().top - 70); // it is behind the tabs
    await new Promise(requestAnimationFrame);
    link.focus();
  })()`);
  const readEdges = () =>
    wide.page.evaluate<Edges>(`(() => {
      const [head, tabs] = [".site-head", ".tabs"].map((name) => document.querySelector(name).getBoundingClientRect());
      const link = document.activeElement.getBoundingClientRect();
      return { scrolled: scrollY, head: head.bottom, tabs: tabs.top, tabsEnd: tabs.bottom, link: link.top };
    })()`);
  const isBelow = ({ scrolled, head, tabs, tabsEnd, link }: Edges) => scrolled > 500 && tabs >= head && link >= tabsEnd;
  await expect.poll(readEdges).toSatisfy(isBelow);
  await wide.page.close();
});

test("crawlers and tabs get what they request of every site, and no page for it", async () => {
  const get = (path: string) => fetch(scene.explorer.url + path);
  const [robots, icon] = await Promise.all([get("/robots.txt"), get("/favicon.ico")]);
  expect([robots.headers.get("content-type"), await robots.text()]).toEqual([
    "text/plain; charset=utf-8",
    "User-agent: *\nAllow: /explore$\nAllow: /assets/\nAllow: /token/\nAllow: /protocol\nAllow: /collection/\nAllow: /explorer/cards/\nDisallow: /\n",
  ]);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);

  const manifest = await get("/manifest.webmanifest");
  const { icons, start_url } = (await manifest.json()) as { icons: { src: string; type: string }[]; start_url: string };
  expect([manifest.headers.get("content-type"), start_url]).toEqual([
    "application/manifest+json; charset=utf-8",
    "/explore",
  ]);
  for (const { src, type } of icons) expect((await get(src)).headers.get("content-type")?.split(";")[0]).toBe(type);
  expect((await get("/icons/7.png")).status).toBe(404);
  const worker = await get("/worker.js");
  expect([worker.headers.get("content-type"), worker.headers.get("cache-control")]).toEqual([
    "text/javascript; charset=utf-8",
    "no-cache",
  ]);
  expect(await worker.text()).not.toMatch(/PORTICO_(?:BUILD|FILES)/);
});

test("tokens are sorted by keyboard, hidden by a switch, searched by text and shown to the last digit; their names stay text", async () => {
  await goToTab("/tokens");
  const table = page.getByRole("table", { name: /^Tokens/ });
  const symbols = () => table.locator("tbody button").allInnerTexts();
  const sorted = (name: string) => table.getByRole("columnheader", { name }).getAttribute("aria-sort");
  await table.waitFor();
  expect(await sorted("Value")).toBe("descending");
  expect(await symbols()).not.toContain("TOLL");
  const spam = page.getByRole("switch", { name: /^Hide suspected spam \d+$/ });
  const { width = 0, height = 0 } = (await spam.boundingBox()) ?? {};
  expect(width / height).toBeGreaterThan(1.5); // as wide as a switch, regardless of the style of other checkboxes
  await spam.press("Space");
  await table.getByText("</script><img src=x").first().waitFor();
  await table.getByRole("button", { name: "Token", exact: true }).press("Enter");
  expect(await sorted("Token")).toBe("ascending");
  const shown = (await symbols()).map((symbol) => symbol.toLowerCase()).filter((symbol) => symbol !== "?");
  expect(shown).toEqual(shown.toSorted());
  const longest = Math.max(...(await table.locator(".token-amount").allInnerTexts()).map((words) => words.length));
  expect(longest).toBeLessThan(24); // also with 255 decimals
  await page.getByRole("searchbox", { name: /^Search name/ }).fill("as fine AS");
  await page.getByText(/^2 tokens worth/).waitFor();
  await page.getByRole("link", { name: "Positions", exact: true }).click();
  await page.getByRole("region", { name: "Aave V3" }).waitFor();
  await page.goBack();
  await page.getByText(/^2 tokens worth/).waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await table.getByRole("button", { name: "FINE" }).first().press("Enter");
  const raw = page.getByRole("dialog").getByRole("definition").nth(1);
  expect(await raw.innerText()).toMatch(/^10{76}\s/);
  await page.keyboard.press("Escape");
  expect(await focused("innerText")).toBe("FINE");
  await page.getByRole("searchbox", { name: /^Search name/ }).fill("");
  const coin = table.locator(".coin-row").filter({ hasText: "ETH" }).first();
  await coin.getByText("2 chains").waitFor(); // ether of two chains, and its wrapped token
  await coin.getByRole("button", { name: "ETH" }).press("Enter");
  expect(await coin.getByRole("button", { name: "ETH" }).getAttribute("aria-expanded")).toBe("true");
  expect(await table.locator(".coin-part").count()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Profit and loss" }).press("Enter");
  const gains = page.getByRole("region", { name: "Profit and loss" });
  const profits = await readApi<TokenProfit[]>(`profit_list?id=${scene.owner}&method=fifo`);
  const ether = profits.find(({ id, chain }) => id === "eth" && chain === "eth")!;
  expect(ether).toMatchObject({ known_since: null, realized_usd_value: expect.any(Number) });
  await page.getByLabel("Cost method").selectOption({ label: "First in, first out" });
  const cells = gains.getByRole("row", { name: /^ETH .*Ethereum/ }).getByRole("cell");
  await expect.poll(() => cells.nth(2).innerText()).toBe(formatUsd(ether.cost_usd_value!));
  expect(await opened.scrollWidth()).toBe(PHONE);
  await page.getByRole("button", { name: "Holdings" }).press("Enter");
  await expectDecent(opened);
});

test("positions show a loan's health in words, debts as negative, and what is missing of a chain that can't be read", async () => {
  await goToTab("/positions");
  const aave = page.getByRole("region", { name: "Aave V3" });
  await aave.getByText(/^Health [\d.]+ · Healthy: liquidated if (its collateral loses|\w+ falls by)/).waitFor();
  await aave.getByRole("row", { name: /^DAI -[\d.,]+ -\$[\d,.]+$/ }).waitFor();
  const site = aave.getByRole("link", { name: /app\.aave\.com/ });
  expect(await site.getAttribute("rel")).toBe("noopener noreferrer");
  await page.getByText(/On Base, positions in .*uniswap3.* are missing/).waitFor();
  const jumps = page.getByRole("navigation", { name: "Projects on this page" });
  await jumps.getByRole("link", { name: "Lido" }).press("Enter");
  await page.waitForURL(/#project-lido$/);
  await page.getByRole("button", { name: "Close all" }).press("Enter");
  await expect.poll(() => page.getByRole("table").count()).toBe(0);
  await jumps.getByRole("link", { name: "Aave V3" }).press("Enter");
  await aave.getByRole("row", { name: /^DAI -/ }).waitFor();
  await page.getByRole("button", { name: "Positions in Aave V3" }).press("Enter");
  await aave.getByRole("row", { name: /^DAI -/ }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open all" }).press("Enter");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("a history is shown in sentences and loaded further by keyboard; hostile names stay text", async () => {
  await goToTab("/history");
  const descriptions = page.locator(".event-text > p:first-child");
  await descriptions.first().waitFor();
  const [more, end] = [page.getByRole("button", { name: "Load more" }), page.getByText("End of the history: ")];
  const readOn = async () => {
    if (await more.isVisible()) await more.press("Enter");
    return end.isVisible();
  };
  await expect.poll(readOn, { timeout: 30_000, interval: 50 }).toBe(true);
  const all = (await descriptions.allInnerTexts()).map((words) => words.trim());
  expect(all).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Borrowed [\d.,]+ DAI from Aave V3$/),
      expect.stringMatching(/^Approved Uniswap V2 to spend unlimited /),
      expect.stringMatching(/^Received .* from 0x/),
    ]),
  );
  expect(all.filter((words) => /^Received .*<script>/.test(words))).toEqual([]); // the owner's own transactions are shown
  await page.getByRole("switch", { name: /^Hide spam/ }).press("Space");
  await descriptions
    .filter({ hasText: /^Spam\s+Received .*<script>/ })
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^Details: / })
    .first()
    .press("Enter");
  await page
    .getByRole("definition")
    .getByText(/^0x[0-9a-f]{64}$/)
    .waitFor();
  await page.getByRole("button", { name: "Where the history comes from" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("row", { name: /^Ethereum Block [\d,]+/ })
    .waitFor();
  await page.keyboard.press("Escape");
  expect(await focused("ariaLabel")).toBe("Where the history comes from");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("a history is filtered by what the loaded transactions have, and exported as files that tax programs read", async () => {
  await goToTab("/history?chain=eth");
  const descriptions = page.locator(".event-text > p:first-child");
  await descriptions.first().waitFor();
  await page.getByLabel("Kind").selectOption({ label: "Loans" });
  await page.waitForURL(/kind=borrow/);
  const note = page.getByRole("status").filter({ hasText: "loaded transactions match" });
  await expect.poll(() => note.innerText()).toMatch(/^\d+ of \d+ loaded transactions match\.$/);
  const loans = (await descriptions.allInnerTexts()).map((words) => words.trim());
  expect(loans.length).toBeGreaterThan(0);
  expect(loans.filter((words) => !/^(?:Borrowed|Repaid) /.test(words))).toEqual([]);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Counterparty").fill("0x1");
  await page.getByLabel("Counterparty").press("Enter");
  await page.getByText("An address is 0x and 40 hexadecimal digits.").waitFor();
  await page.getByLabel("Counterparty").fill(`0x${"7".repeat(40)}`);
  await page.getByLabel("Counterparty").press("Enter");
  await page.getByText("No transactions", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.waitForURL(/history\?chain=eth$/);
  await page.getByLabel("Until").fill("2020-01-01");
  await page.getByText("No transactions", { exact: true }).waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("From", { exact: true }).pressSequentially("03032026", { delay: 50 });
  await page.waitForURL(/from=2026-03-03$/);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.evaluate(`window.showSaveFilePicker = undefined`);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export the history" });
  const save = async (format: string): Promise<string> => {
    await dialog.getByLabel(format).check();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Export" }).click(),
    ]);
    return readFileSync(await download.path(), "utf8");
  };
  const koinly = (await save("Koinly")).trimEnd().split("\r\n");
  expect(koinly[0]).toMatch(/^Date,Sent Amount,Sent Currency,Received Amount/);
  expect(koinly.filter((line) => !/^(?:Date|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC),/.test(line))).toEqual([]);
  await dialog.getByText(/^\d+ transactions( of \d+ read)? in the file$/).waitFor();
  const { transactions, about } = JSON.parse(await save("JSON")) as { transactions: { id: string }[]; about: object };
  expect(about).toMatchObject({ address: scene.owner, chain: "eth", missing_chains: [] });
  const ids = transactions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(20); // more than one page
  expect(ids.filter((id) => !koinly.some((line) => line.includes(id))).length).toBeLessThan(ids.length / 2);
  const letPass = await letFail(page, /history_list/);
  await dialog.getByRole("button", { name: "Export" }).click();
  await dialog.getByRole("alert").waitFor();
  await letPass();
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click(),
  ]);
  expect(JSON.parse(readFileSync(await again.path(), "utf8"))).toMatchObject({ about: { chain: "eth" } });
  await dialog.getByLabel("From").fill("2035-01-01");
  expect(JSON.parse(await save("JSON"))).toMatchObject({ transactions: [] });
  expect(await opened.scrollWidth()).toBe(PHONE);
  await page.keyboard.press("Escape");
  await expectDecent(opened);
});

test("a transfer between chains names the other chain, and its details the transaction there", async () => {
  const owner = "0x00000000000000000000000000000000000b41d6";
  const { left } = await storeBridge(scene.db, owner);
  await goTo(`/address/${owner}/history`);
  await page.getByText("Bridged 1 ETH to Base by Across").waitFor();
  await page.getByRole("button", { name: "Details: Received 0.999 ETH from Ethereum by Across" }).press("Enter");
  const other = page.getByRole("definition").filter({ hasText: left });
  await other.getByRole("link", { name: "On etherscan.io" }).waitFor();
  expect(await other.getByRole("link").getAttribute("href")).toBe(`https://etherscan.io/tx/${left}`);
  await expectDecent(opened);
});

test("approvals state what is at risk and why, and the call that revokes one; a chain that fails is named", async () => {
  const letPass = await letFail(page, /nft_authorized_list.*base/);
  await goToTab("/approvals");
  const missing = page.getByRole("region", { name: "Base is missing" });
  await missing.getByRole("button", { name: "Try again" }).waitFor();
  const worst = page.getByRole("region", { name: "Revoke first" }).getByRole("listitem").first();
  await worst.getByText("High risk").waitFor();
  await worst.getByText(/Not known to be a contract|Not a contract but|A contract of no known protocol/).waitFor(); // its code may be read by now
  const router = page.locator(".spender", { hasText: /^Uniswap V2\s*0x7a25…488d/ });
  await router.getByText("A contract of a known protocol.").waitFor();
  await router.getByRole("button").first().press("Enter");
  const data = page.getByRole("dialog").getByText(/^0x095ea7b3[0-9a-f]{64}0{64}$/);
  expect(await data.innerText()).toContain("7a250d5630b4cf539739df2c5dacb4c659f2488d");
  await page.getByRole("dialog").getByText("No wallet found in this browser").waitFor();
  await page
    .getByRole("dialog")
    .getByText(/^Use a wallet on/)
    .press("Enter");
  await page.getByRole("dialog").getByRole("img", { name: "QR code of this page" }).waitFor();
  await expectDecent(opened);
  await page.keyboard.press("Escape");
  for (const nth of [0, 1]) await router.getByRole("checkbox").nth(nth).press("Space");
  const chosen = page.getByRole("region", { name: "Chosen permissions" });
  await chosen.getByText("2 permissions chosen").waitFor();
  await chosen.getByRole("button", { name: "Revoke 2" }).press("Enter");
  const batch = page.getByRole("dialog").getByRole("region", { name: "Ethereum" });
  await batch.getByText("No wallet found in this browser").waitFor();
  expect(await batch.getByRole("listitem").count()).toBe(2);
  await expectDecent(opened);
  await page.keyboard.press("Escape");
  await chosen.getByRole("button", { name: "Clear" }).press("Enter");
  await chosen.waitFor({ state: "detached" });
  expect(await focused("textContent")).toBe("Approvals");
  await letPass();
  await missing.getByRole("button", { name: "Try again" }).click();
  await missing.waitFor({ state: "detached" });
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("gas shows each speed with its cost in dollars and its block, on a phone; a chain that can't be read can be retried", async () => {
  const letPass = await letFail(page, /gas_market.*base/);
  await goTo("/gas");
  await opened.heading("Gas");
  const table = page.getByRole("table", { name: "Gas prices on Ethereum" });
  await table.getByRole("row", { name: /^Normal [\d.]+ .* <?\$[\d.]+ <?\$[\d.]+$/ }).waitFor();
  await page.getByText(/^Block [\d,]+ · Jan 3, 2025$/).waitFor(); // by the block's own time, here and in its source
  await page.getByRole("button", { name: "Where gas on Ethereum comes from" }).press("Enter");
  const source = page.getByRole("dialog", { name: "Where gas on Ethereum comes from" });
  await source.getByRole("row", { name: /^Ethereum Block [\d,]+ Jan \d, 2025/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Base", exact: true }).getByRole("button", { name: "Try again" }).waitFor();
  await letPass();
  expect(await opened.scrollWidth()).toBe(PHONE);
});

test("the search finds tokens, protocols, transactions, blocks and addresses, by keyboard, and remembers them", async () => {
  await goTo("/protocols?q=uni swap v2");
  await opened.heading("Protocols");
  await page.getByRole("listitem").filter({ hasText: "Uniswap V2Ethereum" }).waitFor();
  expect(await page.getByRole("link", { name: /^app\.uniswap\.org/ }).count()).toBeGreaterThan(0);
  await page.getByLabel("Search name").fill("no such protocol");
  await page.getByText("Nothing matches").waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the explorer" });
  expect(await focused("name")).toBe("search");

  await field.fill("dai");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const dai = page.getByRole("option", { name: "DAI Dai Stablecoin · Ethereum" });
  await dai.waitFor();
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  expect(await field.getAttribute("aria-activedescendant")).toBeNull();
  await field.press("ArrowUp"); // the last one
  const last = await options.last().getAttribute("id");
  expect(await field.getAttribute("aria-activedescendant")).toBe(last);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("true");
  expect(await focused("name")).toBe("search");
  await field.press("Escape");
  expect(await field.getAttribute("aria-expanded")).toBe("false");
  expect(await field.inputValue()).toBe("dai");
  await field.press("ArrowDown");
  await dai.click();
  await page.waitForURL(`**/token/eth/${DAI}`);
  await opened.heading("DAI");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await page.evaluate(`navigator.share = async (shared) => { window.shared = shared; }`);
  await page.getByRole("button", { name: "Share this page" }).click();
  expect(await page.evaluate(`window.shared`)).toEqual({
    title: await page.title(),
    url: `${scene.explorer.url}/token/eth/${DAI}`,
  });
  await page.evaluate(
    `navigator.share = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }`,
  );
  await page.getByRole("button", { name: "Share this page" }).click();
  await page.getByText("Copied: the link").waitFor();
  expect(await page.evaluate(`window.copied`)).toBe(`${scene.explorer.url}/token/eth/${DAI}`);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });

  const { id, block_height: block } = await findTransaction(/^Borrowed/);
  const search = async (text: string, path: string | RegExp) => {
    await field.fill(text);
    await field.press("Enter");
    await page.waitForURL(path);
  };
  await search(id.toUpperCase().replace("X", "x"), `**/tx/eth/${id}`);
  await opened.heading(/^Borrowed/); // only then was it viewed
  await search(String(block), /\/block\/\w+\/\d+$/);
  await search("uni swap v2", "**/protocol/uniswap2");
  await search(DAI, `**/address/${DAI}`); // what was entered exactly
  await search("demo.eth", `**/address/${scene.owner}`);
  await search("no such thing", /\/protocols\?q=no\+such\+thing$/);
  const restore = await letFail(page, /\/explorer\/facts\/search/);
  await field.fill("uniswap3");
  const failure = page.getByRole("alert").getByText("The search failed.");
  await failure.waitFor(); // while typing
  await field.press("Enter");
  await failure.waitFor();
  expect(page.url()).toMatch(/\/protocols\?q=no\+such\+thing$/);
  await restore();
  await page.getByRole("button", { name: "Search again" }).click();
  await page.waitForURL("**/protocol/uniswap3");
  await opened.heading(/^Uniswap/);
  const answers = Promise.withResolvers<void>();
  await page.route(/\/explorer\/facts\/search/, (route) => answers.promise.then(() => route.continue()));
  await field.fill("compound");
  await field.press("Enter");
  await goTo("/lists");
  await opened.heading("Your lists");
  const answered = page.waitForResponse(/\/explorer\/facts\/search/);
  answers.resolve();
  await (await answered).finished();
  await page.waitForTimeout(500);
  expect(page.url()).toMatch(/\/lists$/); // the answer came too late
  await page.unroute(/\/explorer\/facts\/search/);
  await field.fill(`0x${"1".repeat(64)}`);
  await field.press("Enter");
  await page.getByRole("alert").getByText("No transaction with this hash is stored here.").waitFor();
  await field.fill("");
  const recent = page.getByRole("listbox", { name: "Recently viewed" });
  await recent.getByRole("option", { name: "DAI Token" }).waitFor();
  await recent.getByRole("option", { name: / Transaction$/ }).waitFor();
  await recent.getByRole("option", { name: "demo.eth Address" }).click();
  await opened.heading("demo.eth");
  await expectDecent(opened);
});

test("every page says in its HTML what it is about, and one about nothing has the status 404 and a way on", async () => {
  const load = async (path: string) => {
    const response = await fetch(scene.explorer.url + path);
    const html = await response.text();
    const find = (pattern: RegExp) => pattern.exec(html)?.[1];
    return {
      status: response.status,
      title: find(/<title>(.*?)<\/title>/),
      description: find(/<meta name="description" content="(.*?)" \/>/),
      canonical: find(/<link rel="canonical" href="(.*?)" \/>/)?.replace(scene.explorer.url, ""),
      html,
    };
  };
  const dai = await load(`/token/eth/0x6B175474E89094C44Da98b954EedeAC495271d0F`);
  expect(dai).toMatchObject({
    status: 200,
    title: "DAI on Ethereum · Portico",
    description: expect.stringMatching(/^DAI, Dai Stablecoin, on Ethereum\. One costs \$/),
    canonical: `/token/eth/${DAI}`,
  });
  expect(dai.html).toContain(`<meta property="og:title" content="DAI on Ethereum · Portico" />`);
  const transaction = await findTransaction(/^Borrowed/);
  const hostileToken = await findHostileToken();
  const paths = [
    `/token/eth/${DAI}`,
    `/address/${scene.owner}`,
    `/tx/eth/${transaction.id}`,
    "/protocol/aave3",
    "/explore",
  ];
  for (const path of [...paths, `/token/eth/${hostileToken}`]) {
    const picture = /"og:image" content="(.*?)"/.exec((await load(path)).html)?.[1];
    expect(picture).toBe(`${scene.explorer.url}/explorer/cards${path}`);
    const card = await fetch(picture!);
    const file = Buffer.from(await card.arrayBuffer());
    // PNG, its width and height
    expect([
      path,
      card.headers.get("content-type"),
      file.subarray(1, 4).toString(),
      file.readUInt32BE(16),
      file.readUInt32BE(20),
    ]).toEqual([path, "image/png", "PNG", 1200, 630]);
    expect(file.length).toBeLessThan(80_000);
  }
  expect((await fetch(`${scene.explorer.url}/explorer/cards/token/eth/0x12`)).status).toBe(404);
  expect(await load(`/tx/eth/${transaction.id}?of=x`)).toMatchObject({
    status: 200,
    description: expect.stringMatching(/^Borrowed [\d.,]+ DAI/),
    canonical: `/tx/eth/${transaction.id}`,
  });
  expect((await load(`/block/eth/${transaction.block_height}`)).title).toMatch(/^Block \d+ of Ethereum/);
  expect((await load("/protocol/aave3")).title).toBe("Aave V3 on Ethereum · Portico");
  expect((await load(`/address/${scene.owner}/tokens`)).canonical).toBe(`/address/${scene.owner}/tokens`);

  const hostile = await load(`/token/eth/${await findHostileToken()}`);
  expect([hostile.status, hostile.description]).toEqual([200, expect.stringContaining("&lt;/script&gt;&lt;img src=x")]);
  expect(hostile.html).not.toContain("</script><img src=x");

  const missing = ["/token/eth/0x12", `/token/nochain/${DAI}`, `/tx/eth/0x${"0".repeat(64)}`, "/block/eth/999999999"];
  missing.push(
    "/protocol/nothing",
    `/collection/eth/${DAI}`,
    "/nothing",
    "/address/0x12",
    "/block/eth/01",
    "/tx/eth/%zz",
  );
  const loadMissing = () => Promise.all(missing.map(load));
  const listStatuses = async () => (await loadMissing()).map(({ status }) => status);
  // a head that is not known in time is left out once, and known for the next visitor
  await expect.poll(listStatuses).toEqual(missing.map(() => 404));
  for (const { html } of await loadMissing()) expect(html).toMatch(/name="robots" content="noindex"/);
  await goTo(`/token/eth/0x${"9".repeat(40)}`);
  await opened.heading("No such token");
  await page.getByRole("link", { name: "On etherscan.io" }).waitFor();
});

test("a token's page has its price over time, holders, facts and risks, on a phone", async () => {
  await goToTab("/tokens?chain=eth");
  await page.getByRole("link", { name: "Dai Stablecoin" }).click();
  await opened.heading("DAI");
  const curve = page.getByRole("slider", { name: "Price over 7 days" });
  await curve.press("End");
  expect(await curve.getAttribute("aria-valuetext")).toMatch(/^\$1\.00, /);
  await page.getByRole("button", { name: "24 h" }).click();
  await page.getByRole("slider", { name: "Price over 24 hours" }).waitFor();
  await page.getByText("On a token list that the operator trusts").waitFor();
  const holders = page.getByRole("table", { name: "Largest holders" });
  await holders.getByRole("row", { name: /0xf39f…2266 \$[\d.]+K <?[\d.]+%$/ }).waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await holders.getByRole("link", { name: "0xf39f…2266" }).click();
  await opened.heading("demo.eth");
  await expectDecent(opened);
});

test("a protocol's page has its pools, depositors and chains, a collection's its items", async () => {
  await goToTab("/positions");
  await page.getByRole("region", { name: "Aave V3" }).getByRole("link", { name: "Aave V3" }).first().click();
  await opened.heading("Aave V3");
  const pools = page.getByRole("table", { name: /^Pools/ });
  await pools.getByRole("row", { name: /^USDC .*\$[\d.]+M$/ }).waitFor();
  await page.getByRole("table", { name: "Largest depositors" }).getByRole("link").first().waitFor();
  await page.getByRole("link", { name: "Base" }).click();
  await page.waitForURL(/\/protocol\/base_aave3$/);
  await page
    .getByRole("region", { name: "Chains", exact: true })
    .getByRole("link", { name: "Ethereum" })
    .press("Enter");
  await page.waitForURL(/\/protocol\/aave3$/); // its page is known already
  await expect.poll(() => focused("tagName")).toBe("H1");
  expect(await opened.scrollWidth()).toBe(PHONE);

  await goToTab("/nfts?chain=eth");
  await page.getByRole("link", { name: "Gallery of URIs" }).click();
  await opened.heading("Gallery of URIs");
  await page.locator(".subject-figure").getByText(/^\$\d/).waitFor();
  await page.locator(".nft-tile").first().press("Enter");
  await page.getByRole("dialog").getByText("Token id").waitFor();
  await page.keyboard.press("Escape");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("a transaction's page tells what it did to its sender and to others, and leads to its block", async () => {
  const { id } = await findTransaction(/^Borrowed/);
  await goTo(`/tx/eth/${id}`);
  await opened.heading(/^Borrowed [\d.,]+ DAI from Aave V3$/);
  await page.getByText("Succeeded").waitFor();
  const details = page.getByRole("region", { name: "Details" });
  await details.getByText(/^0\.0\d+ ETH/).waitFor();
  await page.getByRole("button", { name: /^0x/ }).last().press("Enter");
  await expect.poll(() => page.getByRole("region", { name: "Movements" }).count()).toBe(2);
  expect(await opened.scrollWidth()).toBe(PHONE);
  await details.getByRole("definition").first().getByRole("link").press("Enter"); // what loads above it moves it
  await opened.heading(/^Block \d+$/);
  const link = page.getByRole("table").getByRole("link", { name: `${id.slice(0, 6)}…${id.slice(-4)}` });
  await link.waitFor();
  await page.getByRole("link", { name: "Previous" }).click();
  await link.waitFor({ state: "detached" });
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("labels, watched addresses and bundles are kept in the browser, and exported and imported as a file", async () => {
  await goToTab("");
  await page.getByRole("button", { name: "Label and lists" }).click();
  const dialog = page.getByRole("dialog", { name: "Label and lists" });
  await dialog.getByRole("textbox", { name: "Label" }).fill("Cold wallet");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByLabel("Watchlist").check();
  await dialog.getByLabel("New bundle").fill("Mine");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByLabel("Bundle Mine").waitFor();
  await page.keyboard.press("Escape");
  await opened.heading("Cold wallet");
  await goTo(`/token/eth/${DAI}`);
  await page.getByRole("table", { name: "Largest holders" }).getByRole("link", { name: "Cold wallet" }).waitFor();

  await goTo("/lists");
  await opened.heading("Your lists");
  await page
    .getByRole("region", { name: "Watchlist" })
    .getByText(/^\$[\d,]+\.\d\d$/)
    .waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const file = readFileSync(await download.path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ version: 1, labels: { [scene.owner]: "Cold wallet" } });

  await page.getByRole("link", { name: "Mine" }).click();
  await opened.heading("Mine");
  const worth = page.locator(".subject-figure .value");
  await expect.poll(() => worth.innerText()).toMatch(/^\$[\d,]{5,}\.\d\d$/);
  const alone = await worth.innerText();
  await page.getByLabel("Add an address").fill("0x12");
  await page.getByLabel("Add an address").press("Enter");
  await page.getByText("An address is 0x and 40 hexadecimal digits.").waitFor();
  await page.getByLabel("Add an address").fill("0xe8de136f906177d0a9933adf39e5ed403cf38b9f");
  await page.getByLabel("Add an address").press("Enter");
  await expect.poll(() => worth.innerText()).not.toBe(alone);
  await page.getByRole("table", { name: /^Tokens/ }).waitFor();
  expect(await page.getByRole("button", { name: "Profit and loss" }).count()).toBe(0); // of one address only
  await page.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  await page.getByText("Bundle of 2 addresses").waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);

  const { page: other } = await openPage(chromium, `${scene.explorer.url}/lists`);
  const pick = async (content: string) =>
    other
      .locator("input[type=file]")
      .setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(content) });
  await pick("{");
  await other.getByText("The file is not JSON.").waitFor();
  await pick(file.replace(scene.owner, "0x<img src=x>"));
  await other.getByText("“0x<img src=x>” is not an address.").waitFor();
  expect(await other.getByRole("link", { name: "Cold wallet" }).count()).toBe(0);
  await pick(file);
  await other.getByRole("dialog").getByText("The file has 1 label, 1 watched address and 1 bundle.").waitFor();
  await other.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await other.getByRole("region", { name: "Labels" }).getByRole("link", { name: "Cold wallet" }).waitFor();
  await other.getByRole("button", { name: "Remove the bundle Mine" }).click();
  await other.getByText("No bundles").waitFor();
  expect(await other.evaluate(`document.activeElement.textContent`)).toBe("Bundles");
  await other.reload();
  await other.getByText("No bundles").waitFor();
  await other.goto(`${scene.explorer.url}/bundle/00000000`);
  await other.getByRole("heading", { name: "No such bundle" }).waitFor();
  await other.close();
  await page.evaluate(`localStorage.removeItem("portico:lists")`);
});

test("NFTs are shown in a gallery by collection, and an opened one shows its traits as text", async () => {
  const list = `${scene.explorer.url}/explorer/api/v1/user/all_nft_list?id=${scene.owner}&chain_ids=eth`;
  // metadata is read in the background
  await expect.poll(async () => (await fetch(list)).text(), { timeout: 30_000 }).toContain("On chain");
  await goToTab("/nfts?chain=eth");
  const gallery = page.getByRole("region", { name: "Gallery of URIs" });
  const onChain = gallery.getByRole("button", { name: "On chain" }).first();
  await onChain.scrollIntoViewIfNeeded();
  // drawn by the server from vectors that lie on the chain
  await expect.poll(() => widthOf(onChain.locator("img"))).toBe(512);
  await onChain.press("Enter");
  const traits = page.getByRole("dialog", { name: "On chain" }).locator(".nft-attributes");
  expect(await traits.innerText()).toMatch(/^Kind\s+data$/);
  await page.keyboard.press("Escape");
  await gallery.getByText(/lowest sale \$\d/).waitFor();
  const bought = gallery.getByRole("button", { name: /#101/ });
  await bought.scrollIntoViewIfNeeded();
  // its own can't be fetched: the collection's, by the contract's metadata
  await expect.poll(() => widthOf(bought.locator("img")), { timeout: 20_000 }).toBe(512);
  expect(await bought.locator("img").getAttribute("src")).toMatch(/^\/explorer\/images\/collection\/eth\/0x/);
  await bought.press("Enter");
  const details = page.getByRole("dialog", { name: "#101" });
  await details.getByText(/^0\.05 ETH \(\$[\d.]+ now\)/).waitFor();
  await details.getByText(/The lowest of the collection's sales in the last 30 days/).waitFor();
  const received = details.getByRole("definition").filter({ hasText: "History with this collection" });
  const [sold, got] = [details.getByRole("definition").filter({ hasText: "0.05 ETH" }), received].map((row) =>
    row.getByRole("link").first(),
  );
  const hash = /\/tx\/eth\/(0x[0-9a-f]{64})/.exec((await sold!.getAttribute("href")) ?? "")?.[1];
  await expect.poll(() => got!.getAttribute("href")).toContain(`/tx/eth/${hash}?of=${scene.owner}`);
  await expectDecent(opened);
  await received.getByRole("link", { name: "History with this collection" }).press("Enter");
  await page.waitForURL(/\/history\?.*token=0x/);
  await goToTab("/nfts?chain=eth");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("a lost connection is reported; afterwards figures load automatically, and a page with a missing part is reloaded", async () => {
  const { page: other, heading } = await openPage(chromium, `${scene.explorer.url}/address/${scene.emptyAddress}`);
  await other.getByText("Nothing on any chain").waitFor();
  await other.context().setOffline(true);
  await other.getByRole("link", { name: "Gas" }).click();
  await heading("This page could not be shown", 2);
  await other.getByLabel("Search the explorer").fill(scene.owner);
  await other.keyboard.press("Enter");
  await other.getByText("The server can't be reached").first().waitFor();
  await other.context().setOffline(false);
  await other.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  await other.getByRole("link", { name: "Gas" }).click();
  await heading("Gas");
  await other.locator(".gas-cards").waitFor();
  expect(await other.evaluate<string>(`getComputedStyle(document.querySelector(".gas-cards")).display`)).toBe("grid");
  await other.close();
});

test("without a connection a page stays intact, however often a missing part is requested", async () => {
  const { page: other, heading } = await openPage(chromium, `${scene.explorer.url}/address/${scene.owner}`);
  const goTab = (name: string) => other.getByRole("link", { name, exact: true }).click();
  await other.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  await other.evaluate(`window.isSame = true`);
  await other.context().setOffline(true);
  for (let time = 0; time < 3; time++) {
    await goTab("Tokens");
    await heading("This page could not be shown", 2);
    await goTab("Overview");
    await other.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  }
  expect(await other.evaluate(`window.isSame`)).toBe(true);
  await other.context().setOffline(false);
  await goTab("Tokens");
  await other.getByRole("table", { name: /tokens/i }).waitFor();
  await other.close();
});

test("a rate-limited visitor sees how long to wait, then the request is retried automatically", async () => {
  const limited = { status: 429, headers: { "retry-after": "40" }, json: { code: "rate_limited", status: 429 } };
  const { page: other } = await openPage(chromium, `${scene.explorer.url}/address/${scene.emptyAddress}`, {
    before: async (one) => {
      await one.clock.install();
      await one.route(/total_balance\?/, (route) => route.fulfill(limited), { times: 1 });
    },
  });
  await other.getByText("It retries automatically in 40 s.").first().waitFor();
  await other.clock.fastForward(41_000);
  await other.getByText("Nothing on any chain").waitFor();
  expect(await other.getByText("Too many requests").count()).toBe(0);
  await other.close();
});

test("a history that is being collected shows how far, without a reload or a shift, and how it ended", async () => {
  const states = [
    "since=1500;history=partial;collecting",
    "since=500;history=partial;collecting",
    'since=0;history=tokens;reason="the node has no index by address"',
  ];
  let total = "since=1000;history=partial;collecting";
  const { page: other } = await openPage(chromium, `${scene.explorer.url}/address/${scene.emptyAddress}/history`, {
    before: async (one) => {
      await one.clock.install();
      await one.route(/all_history_list\?/, async (route) => {
        const response = await route.fetch();
        const state = states.length > 1 ? states.shift() : states[0];
        const headers = { ...response.headers(), "portico-chains": `eth;block=2000;time=1;${state}` };
        await route.fulfill({ response, headers });
      });
      await one.route(/total_balance\?/, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), "portico-chains": `eth;block=2000;time=1;${total}` };
        await route.fulfill({ response, headers });
      });
    },
  });
  const line = other.getByRole("status").filter({ hasText: /^Ethereum: / });
  const below = other.getByText("No transactions", { exact: true });
  await line.getByText("since block 1,500 (25 % of the chain); older ones are being collected").waitFor();
  await other.getByText("Nothing was found yet").waitFor();
  const before = await below.boundingBox();
  await other.clock.fastForward(4_000);
  await line.getByText("since block 500 (75 % of the chain)").waitFor();
  expect(await below.boundingBox()).toEqual(before);
  await other.clock.fastForward(6_000);
  await line.getByText("Only token transfers since block 0: the node has no index by address").waitFor();
  expect(await line.getAttribute("aria-live")).toBe("polite");
  expect(await other.locator(".address-head").getByText("Ethereum: ").count()).toBe(0); // once on the page
  await other.getByRole("link", { name: "Overview" }).click();
  const head = other
    .locator(".address-head")
    .getByRole("status")
    .filter({ hasText: /^Ethereum: / });
  await head.getByText("since block 1,000 (50 % of the chain); older ones are being collected").waitFor();
  total = "since=0;history=complete";
  await other.clock.fastForward(60_000);
  await head.getByText("All transactions of this address are known").waitFor();
  await other.close();
});

test("without a connection the app opens with what was seen last and its age, and stores nothing of the session", async () => {
  const context = await chromium.newContext({ reducedMotion: "reduce" });
  const other = await context.newPage();
  const { url } = scene.explorer;
  await other.goto(`${url}/address/${scene.owner}`);
  await other.evaluate(`navigator.serviceWorker.ready`);
  await expect.poll(() => other.evaluate(`navigator.serviceWorker.controller !== null`)).toBe(true);
  await other.reload(); // now the worker sees the answers
  const byProtocol = other.getByRole("table", { name: "Net worth by protocol" });
  await byProtocol.waitFor();
  const stored = () => other.evaluate<string[]>(STORED);
  await expect.poll(async () => (await stored()).filter((path) => path.includes("total_balance")).length).toBe(1);
  expect((await stored()).filter((path) => /^\/auth|search/.test(path))).toEqual([]);
  expect(await other.getByText("You are offline").count()).toBe(0);

  await context.setOffline(true);
  await other.reload();
  await other.getByText("You are offline").waitFor();
  await other.getByText(/Figures are not current: the oldest on this page were read /).waitFor();
  await byProtocol.waitFor();
  await other.goto(`${url}/explore`);
  await other.getByRole("heading", { level: 1, name: "Look into any wallet" }).waitFor();
  await other.getByText("You are offline").waitFor();

  await context.setOffline(false);
  await other.goto(`${url}/address/${scene.owner}`);
  await byProtocol.waitFor();
  await expect.poll(() => other.getByText(/offline|not current/).count()).toBe(0);
  await context.close();
});

/** Paths of everything that the service worker stored. */
const STORED = `(async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found;
})()`;

test("if no chain could be read, the net worth is unknown, not zero", async () => {
  const headers = { "portico-chains": "eth;failed, base;failed" };
  const json = { total_usd_value: 0, chain_list: [], err_protocol_ids: [] };
  const { page: other } = await openPage(chromium, `${scene.explorer.url}/address/${scene.emptyAddress}`, {
    before: (one) => one.route(/total_balance\?/, (route) => route.fulfill({ json, headers })),
  });
  await other.getByText("Nothing on the chains that were read").waitFor();
  expect(await other.locator(".net-worth .value").innerText()).toBe("Not known");
  await other.close();
});

test("the pages are in the visitor's language: texts, numbers, times and the direction", async () => {
  const visit = await openPage(chromium, `${scene.explorer.url}/address/${scene.owner}`, { width: PHONE_WIDE });
  const { page: other } = visit;
  const language = other.getByRole("combobox", { name: "Language" });
  const html = other.locator("html");
  await other.getByRole("table", { name: "Net worth by protocol" }).waitFor();
  expect(await html.getAttribute("lang")).toBe("en");
  await language.focus();
  await language.selectOption("de");
  await other.getByRole("table", { name: "Nettowert nach Protokoll" }).waitFor();
  expect(await html.getAttribute("lang")).toBe("de");
  await expect.poll(() => other.evaluate(`document.activeElement.value`)).toBe("de");
  await expect.poll(() => other.title()).toBe("Übersicht · demo.eth · Portico");
  expect(await other.locator(".net-worth .value").innerText()).toMatch(/^[\d.]+,\d\d\s\$$/);

  await other.reload(); // the choice is kept, and the server knows it
  await other.getByRole("table", { name: "Nettowert nach Protokoll" }).waitFor();
  const loading = await (
    await other.request.get(`${scene.explorer.url}/gas`, { headers: { cookie: "portico_language=ar" } })
  ).text();
  expect(loading).toMatch(/<html lang="ar" dir="rtl"/);
  expect(loading).not.toContain("Loading");

  await other.getByRole("combobox", { name: "Sprache" }).selectOption("ar");
  await other.getByRole("table", { name: "صافي القيمة حسب البروتوكول" }).waitFor();
  expect(await html.getAttribute("dir")).toBe("rtl");
  expect(await visit.scrollWidth()).toBe(PHONE_WIDE);
  expect(await listBarriers(other)).toEqual([]);
  for (const [tab, shown] of [
    ["nfts", ".nft-tile"],
    ["approvals", ".spender .permission"],
  ] as const) {
    await other.goto(`${scene.explorer.url}/address/${scene.owner}/${tab}?chain=eth`);
    await other.locator(shown).first().waitFor();
    expect([tab, await visit.scrollWidth(), await listBarriers(other)]).toEqual([tab, PHONE_WIDE, []]);
  }
  await expectDecent(visit);
  await other.close();
});
