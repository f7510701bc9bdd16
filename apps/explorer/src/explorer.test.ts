import { launchBrowser } from "@portico/browser";
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
let scene: ExplorerScene;
let chromium: Browser;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startExplorerScene(), launchBrowser()]);
  opened = await openPage(chromium, `${scene.explorer.url}/explore`, { width: PHONE, isDark: true });
  ({ page } = opened);
}, 90_000);
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

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
  const field = page.getByLabel("Address, ENS name or protocol");
  await field.fill("0x12");
  await field.press("Enter");
  await page.getByRole("alert").getByText("this has 2").waitFor();
  await field.fill("Nobody.eth");
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("This name resolves to no address").waitFor();
  await field.last().fill("Owner.eth"); // the page's field; the other is in the header
  await field.last().press("Enter");
  await opened.heading("owner.eth");
  await expect.poll(() => page.url()).toBe(`${scene.explorer.url}/address/${scene.owner}`);
});

test("the overview shows the net worth, its curve and its allocation, on a phone, and what is missing from it", async () => {
  await goToTab("");
  await opened.heading("owner.eth");
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
  const byProtocol = page.getByRole("table", { name: "Net worth by protocol" });
  await byProtocol.getByRole("row", { name: /^Lido/ }).waitFor();
  await byProtocol.getByRole("row", { name: /^Wallet \d+(\.\d)?% \$/ }).waitFor();
  await expect.poll(() => page.locator(".donut .slice").count()).toBeGreaterThan(2);
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
  await expect.poll(() => page.title()).toBe("Tokens · owner.eth · Portico");
  await expectDecent(opened);
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
  await expectDecent(opened);
});

test("positions show a loan's health in words, debts as negative, and what is missing of a chain that can't be read", async () => {
  await goToTab("/positions");
  const aave = page.getByRole("region", { name: "Aave V3" });
  await aave.getByText(/^Health [\d.]+ · Healthy: liquidated if its collateral loses/).waitFor();
  await aave.getByRole("row", { name: /^DAI -[\d.,]+ -\$[\d,.]+$/ }).waitFor();
  const site = aave.getByRole("link", { name: /app\.aave\.com/ });
  expect(await site.getAttribute("rel")).toBe("noopener noreferrer");
  await page.getByText(/On Base, positions in .*uniswap3.* are missing/).waitFor();
  const jumps = page.getByRole("navigation", { name: "Projects on this page" });
  await jumps.getByRole("link", { name: "Lido" }).press("Enter");
  await page.waitForURL(/#project-lido$/);
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
  await page.keyboard.press("Escape");
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
  await page.getByText(/^Block [\d,]+ · /).waitFor();
  await page.getByRole("region", { name: "Base", exact: true }).getByRole("button", { name: "Try again" }).waitFor();
  await letPass();
  expect(await opened.scrollWidth()).toBe(PHONE);
});

test("a protocol is found by its name, from the search field of any page, on a phone", async () => {
  const field = page.getByLabel("Address, ENS name or protocol");
  await field.fill("uni swap v2");
  await field.press("Enter");
  await opened.heading("Protocols");
  await page.getByRole("listitem").filter({ hasText: "Uniswap V2Ethereum" }).waitFor();
  await expect.poll(() => page.url()).toContain("/protocols?q=uni");
  expect(await page.getByRole("link", { name: /^app\.uniswap\.org/ }).count()).toBeGreaterThan(0);
  await page.getByLabel("Search name").fill("no such protocol");
  await page.getByText("Nothing matches").waitFor();
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
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
  await expect.poll(() => widthOf(onChain.locator("img")), { timeout: 10_000 }).toBe(512);
  await onChain.press("Enter");
  const traits = page.getByRole("dialog", { name: "On chain" }).locator(".nft-attributes");
  expect(await traits.innerText()).toMatch(/^Kind\s+data$/);
  await page.keyboard.press("Escape");
  expect(await opened.scrollWidth()).toBe(PHONE);
  await expectDecent(opened);
});

test("a lost connection is reported; afterwards figures load automatically, and a page with a missing part is reloaded", async () => {
  const { page: other, heading } = await openPage(chromium, `${scene.explorer.url}/address/${scene.emptyAddress}`);
  await other.getByText("Nothing on any chain").waitFor();
  await other.context().setOffline(true);
  await other.getByRole("link", { name: "Gas" }).click();
  await heading("This page could not be shown", 2);
  await other.getByLabel("Address, ENS name or protocol").fill(scene.owner);
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
