import { launchBrowser } from "@portico/browser";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Browser,
  expectDecent,
  letFail,
  type OpenedPage,
  type Opening,
  openPage,
  widthOf,
} from "./testing/explorerPages.ts";
import { type ExplorerScene, startExplorerScene } from "./testing/startExplorerScene.ts";

let scene: ExplorerScene;
let chromium: Browser;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startExplorerScene(), launchBrowser()]);
}, 90_000);
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

const open = (path: string, opening?: Opening): Promise<OpenedPage> =>
  openPage(chromium, scene.explorer.url + path, opening);

test("a wallet discloses only its address to the explorer, and its name and icon have no effect", async () => {
  const announce = `window.addEventListener("eip6963:requestProvider", () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", {
    detail: Object.freeze({
      info: { uuid: "1", name: "<b>Wallet</b>\\u202E", rdns: "test", icon: "https://evil.example/x.png" },
      provider: { request: async ({ method }) => { (window.asked ??= []).push(method); return ["${scene.owner}"]; } },
    }),
  })))`;
  const opened = await open("/explore", { before: (page) => page.addInitScript(announce) });
  const { page } = opened;
  await page.getByRole("button", { name: "<b>Wallet</b>" }).click();
  await page.waitForURL(`**/address/${scene.owner}`);
  expect(await page.evaluate(`window.asked`)).toEqual(["eth_requestAccounts"]);
  await expectDecent(opened);
  await page.close();
});

test("a path with a name or in upper case redirects to the canonical path of the same tab; an invalid address is reported", async () => {
  const { page, heading } = await open("/address/Demo.ETH/history?chain=eth");
  await page.waitForURL(`**/address/${scene.owner}/history?chain=eth`);
  await page.goto(`${scene.explorer.url}/address/%20${scene.owner.toUpperCase().replace("X", "x")}/nfts`);
  await page.waitForURL(`**/address/${scene.owner}/nfts`);
  await page.goto(`${scene.explorer.url}/address/0xnothing`);
  await heading("Not an address");
  await page.goto(`${scene.explorer.url}/address/nobody.eth`);
  await heading("No such name");
  expect(await page.getByLabel("Search the explorer").last().inputValue()).toBe("nobody.eth");
  await page.getByRole("link", { name: "Portico" }).click();
  await heading("Look into any wallet");
  expect(new URL(page.url()).pathname).toBe("/explore");
  await page.close();
});

test("an address without any activity is shown as such, and failed requests can be retried", async () => {
  const { page, heading } = await open(`/address/${scene.emptyAddress}`, {
    before: (one) => letFail(one, /total_balance\?/),
  });
  await heading(/^0x0000…00dd$/);
  await page.getByRole("alert").getByText("It can't be read right now.").waitFor();
  await page.getByText("No tokens of value").waitFor();
  await page.unrouteAll();
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("$0.00").first().waitFor();
  await page.getByText("Nothing on any chain").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.close();
});

test("an explorer that is not configured reports that", async () => {
  const off = await scene.startExplorer({ explorerKey: "" });
  const { page, heading } = await openPage(chromium, `${off.url}/explore`);
  await heading("The explorer is off");
  expect(await page.getByRole("main").innerText()).toContain("PORTICO_EXPLORER_KEY");
  await page.close();
  await off.stop();
});

test("a history is filtered by token, and an empty result is reported", async () => {
  const opened = await open(`/address/${scene.owner}/history`, { width: 360 });
  const { page } = opened;
  const descriptions = page.locator(".event-text > p:first-child");
  const [more, end] = [page.getByRole("button", { name: "Load more" }), page.getByText("End of the history: ")];
  const countAll = async () => {
    if (await more.isVisible()) await more.press("Enter");
    return (await end.isVisible()) ? await descriptions.count() : Number.POSITIVE_INFINITY;
  };
  await expect.poll(countAll, { timeout: 30_000, interval: 50 }).toBeLessThan(1_000);
  const all = await descriptions.count();
  await page.getByRole("combobox", { name: "Token" }).selectOption({ label: "WETH" });
  await page.waitForURL(/token=0x/);
  await expect.poll(countAll, { timeout: 30_000, interval: 50 }).toBeLessThan(all);
  await page.goto(`${scene.explorer.url}/address/${scene.owner}/history?chain=eth&token=0x${"9".repeat(40)}`);
  await page.getByText("No transactions").waitFor();
  await expectDecent(opened);
  await page.close();
});

test("NFTs are searched by text", async () => {
  const { page } = await open(`/address/${scene.owner}/nfts?chain=eth`);
  await page.getByRole("searchbox", { name: /^Search name/ }).fill("kitties");
  await page.getByText(/in 1 collection$/).waitFor();
  expect(await page.getByRole("region").getByRole("button").allInnerTexts()).not.toEqual([]);
  await page.close();
});

/** Every kind of element that could act in a document. */
const HOSTILE_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="40" height="40" onload="document.title='owned'">
<style>@import "https://evil.example/a.css"; rect { fill: red; background: url(https://evil.example/b.png) }</style>
<script>document.title = "owned"; fetch("https://evil.example/c")</script><script href="https://evil.example/d.js"/>
<image href="https://evil.example/e.png" width="9" height="9"/><use href="https://evil.example/f.svg#g"/>
<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example/h" onerror="document.title='owned'"/>
<iframe src="https://evil.example/i"/><form action="https://evil.example/j"><button>Sign in</button></form></body></foreignObject>
<a x:href="javascript:document.title='owned'"><rect width="40" height="40"/></a></svg>`;

test("a hostile SVG is only an image, also when opened directly", async () => {
  const url = `data:image/svg+xml;base64,${Buffer.from(HOSTILE_DRAWING).toString("base64")}`;
  const list = `${scene.explorer.url}/explorer/api/v1/user/all_nft_list?id=${scene.owner}&chain_ids=eth`;
  await expect.poll(async () => (await fetch(list)).text(), { timeout: 30_000 }).toContain("On chain");
  await sql`update nft set content = ${url} where name = 'On chain'`.execute(scene.db);
  const fresh = await scene.startExplorer({}); // without cached images
  const opened = await openPage(chromium, `${fresh.url}/address/${scene.owner}/nfts?chain=eth`);
  const { page } = opened;
  const left: string[] = []; // requests to other hosts that no policy blocked
  await page.route(/evil\.example/, (route) => {
    left.push(route.request().url());
    return route.abort();
  });
  const picture = page.getByRole("button", { name: "On chain" }).first().locator("img");
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => widthOf(picture), { timeout: 10_000 }).toBe(512);
  await expectDecent(opened);
  const src = (await picture.getAttribute("src")) ?? "";
  const alone = await page.goto(fresh.url + src);
  expect(alone?.headers()["content-type"]).toBe("image/webp");
  await page.mouse.click(20, 20);
  expect(await page.title()).not.toContain("owned");
  expect(left).toEqual([]);
  await page.close();
  await fresh.stop();
});

test("on a phone the current tab is scrolled into view, and visited addresses are listed", async () => {
  const opened = await open(`/address/${scene.owner}/approvals`, { width: 360 });
  const { page } = opened;
  const tab = page.getByRole("navigation", { name: "Portfolio" }).getByRole("link", { name: "Approvals" });
  const isVisible = async () => {
    const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {};
    return x >= 0 && x + width <= 360;
  };
  await expect.poll(isVisible, { timeout: 10_000 }).toBe(true);
  await page.getByRole("link", { name: "Portico" }).click();
  const recent = page.getByRole("region", { name: "Recently viewed" });
  await recent.getByRole("link", { name: "demo.eth" }).click();
  await page.waitForURL(`**/address/${scene.owner}`);
  await page.getByRole("button", { name: "7 d" }).click();
  await page.locator(".net-change").getByText("7 d").waitFor();
  const outside = page.getByRole("link", { name: "On etherscan.io (opens in a new tab)" });
  expect(await outside.getAttribute("href")).toBe(`https://etherscan.io/address/${scene.owner}`);
  await page.goto(`${scene.explorer.url}/explore`);
  await recent.getByRole("button", { name: "Clear" }).click();
  await recent.waitFor({ state: "detached" });
  const scheme = () => page.evaluate<string>("getComputedStyle(document.documentElement).colorScheme");
  expect(await scheme()).toBe("light dark");
  await page.getByLabel("Theme").selectOption("Dark");
  await page.reload();
  await page.getByLabel("Supported chains").waitFor();
  expect(await scheme()).toBe("dark");
  expect(await recent.count()).toBe(0);
  await expectDecent(opened);
  await page.close();
});

test("a wallet is requested to revoke a permission, which is then removed", async () => {
  const opened = await open(`/address/${scene.owner}/approvals`, {
    before: async (one) => {
      await one.exposeFunction("callNode", (call: object) => requestNode(scene.rpcUrl, call));
      await one.addInitScript(WALLET);
    },
  });
  const { page } = opened;
  const router = page.locator(".spender", { hasText: /^Uniswap V2\s*0x7a25…488d/ });
  const name = (await router.getByRole("button").first().getAttribute("aria-label")) ?? "";
  const mine = router.getByRole("button", { name, exact: true });
  await mine.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Do you want to send this on Ethereum now?").waitFor();
  await dialog.getByRole("button", { name: "Send with A wallet" }).click();
  await dialog.getByText(/^0x[0-9a-f]{64}$/).waitFor();
  const look = async () => {
    await dialog.getByRole("button", { name: "Refresh" }).click();
    return mine.count();
  };
  await expect.poll(look, { timeout: 30_000, interval: 50 }).toBe(0);
  await page.keyboard.press("Escape");
  await expectDecent(opened);
  await page.close();
});

test("a wallet is requested to cancel the permits that its user may have signed for a spender of Permit2", async () => {
  const calls: { method: string; params?: [{ to?: string; data?: string }] }[] = [];
  const opened = await open(`/address/${scene.owner}/approvals?chain=eth`, {
    before: async (one) => {
      await one.exposeFunction("callNode", (call: (typeof calls)[number]) => {
        calls.push(call);
        return requestNode(scene.rpcUrl, call);
      });
      await one.addInitScript(WALLET);
    },
  });
  const { page } = opened;
  const within = page.locator(".spenders .permission", { hasText: "through Permit2" }).first();
  await within.getByRole("button").press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel signed permits with A wallet" }).click();
  await dialog.getByText(/^0x[0-9a-f]{64}$/).waitFor();
  const asked = calls.find(({ method }) => method === "eth_call")!;
  const sent = calls.find(({ method }) => method === "eth_sendTransaction")!.params![0];
  expect(sent.data).toMatch(/^0x65d9723c/);
  const nonce = async () => BigInt(`0x${String(await requestNode(scene.rpcUrl, asked)).slice(-12)}`);
  expect(await nonce()).toBe(BigInt(`0x${sent.data!.slice(-12)}`));
  await expectDecent(opened);
  await page.close();
});

test("a wallet is requested to revoke several permissions, one after the other where it takes no batches", async () => {
  const opened = await open(`/address/${scene.owner}/approvals`, {
    before: async (one) => {
      await one.exposeFunction("callNode", (call: object) => requestNode(scene.rpcUrl, call));
      await one.addInitScript(WALLET);
    },
  });
  const { page } = opened;
  await page.getByRole("region", { name: "Revoke first" }).waitFor(); // once all chains have responded
  const choices = page.locator(".spender", { hasText: "Ethereum" }).getByRole("checkbox", { disabled: false });
  // of all spenders: the list shows the first 20, and others take the place of those that are left without permissions
  const sum = page.getByRole("status").filter({ hasText: "the most exposed first" });
  const count = async () => Number(/(\d+) permissions/.exec(await sum.innerText())?.[1]);
  const before = await count();
  for (const nth of [0, 1]) await choices.nth(nth).press("Space");
  await page.getByRole("button", { name: "Revoke 2" }).click();
  const batch = page.getByRole("dialog").getByRole("region", { name: "Ethereum" });
  await batch.getByRole("button", { name: "Send 2 transactions with A wallet" }).click();
  await batch.getByText("2 of 2 sent").waitFor();
  const look = async () => {
    await batch.getByRole("button", { name: "Refresh" }).click();
    return count();
  };
  await expect.poll(look, { timeout: 30_000, interval: 50 }).toBeLessThanOrEqual(before - 2); // one of Permit2 has others in it
  await expectDecent(opened);
  await page.close();
});

/** A wallet whose keys the chain's node holds. */
const WALLET = `window.addEventListener("eip6963:requestProvider", () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", {
  detail: { info: { uuid: "1", name: "A wallet", rdns: "test", icon: "" }, provider: { request: (call) => callNode(call) } },
})))`;

async function requestNode(rpcUrl: string, call: object): Promise<unknown> {
  const known = call as { method: string; params?: unknown };
  const method = known.method === "eth_requestAccounts" ? "eth_accounts" : known.method;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: known.params ?? [] });
  const reply = await fetch(rpcUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
  return ((await reply.json()) as { result: unknown }).result;
}
