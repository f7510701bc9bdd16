import { launchBrowser, type Transfer, type Visit, visitAsPhone } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "./testing/explorerPages.ts";
import { type ExplorerScene, startExplorerScene } from "./testing/startExplorerScene.ts";

let scene: ExplorerScene;
let chromium: Browser;
let visit: Visit;

beforeAll(async () => {
  [scene, chromium] = await Promise.all([startExplorerScene(), launchBrowser()]);
  visit = await visitAsPhone(chromium, `${scene.explorer.url}/address/${scene.owner}`, async (page) => {
    await page.locator(".curve-line").waitFor();
    await page.locator(".donut .slice").first().waitFor();
  });
  reportTimes("address", visit);
}, 120_000);
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

/** For readers of the log: times depend on the computer's load, so no test asserts them. */
function reportTimes(name: string, { firstPaintMs, largestPaintMs, blockedMs, transfers, shift }: Visit): void {
  const [first, largest, blocked] = [firstPaintMs, largestPaintMs, blockedMs].map(Math.round);
  const script = Math.round(kilobytes(transfers.filter(({ type }) => type === "Script")));
  console.log(
    `explorer on a phone, ${name}: first paint ${first} ms, largest ${largest} ms, blocked ${blocked} ms, shift ${shift.toFixed(3)}, ${script} kB of script`,
  );
}

const kilobytes = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
/** kB of script that a page may begin with. */
const MAX_SCRIPT = 120;
const ofType = (...types: readonly string[]) => visit.transfers.filter(({ type }) => types.includes(type));
const toPath = (url: string): string => url.replace(scene.explorer.url, "");

test("the first page consists of few and small files", () => {
  expect(kilobytes(ofType("Script"))).toBeGreaterThan(60); // measured at all
  expect(kilobytes(ofType("Script"))).toBeLessThan(MAX_SCRIPT);
  expect(kilobytes(ofType("Stylesheet"))).toBeLessThan(10);
  expect(kilobytes(ofType("Image"))).toBeLessThan(100);
  expect(kilobytes(visit.transfers)).toBeLessThan(260);
  expect(visit.transfers.length).toBeLessThan(40);
});

test("the first paint waits for no data, and few files are requested before it", () => {
  const before = visit.transfers.filter(({ sentMs }) => sentMs < visit.firstPaintMs);
  expect(before.length).toBeLessThanOrEqual(12);
  expect(ofType("Fetch").filter(({ sentMs }) => sentMs < visit.firstPaintMs)).toEqual([]);
  expect(kilobytes(before)).toBeLessThan(150);
});

test("only the page's own style sheets block rendering", () => {
  expect(visit.blocking.map(toPath)).not.toEqual([]);
  for (const url of visit.blocking) expect(toPath(url)).toMatch(/^\/assets\/[\w-]+\.css$/);
});

test("nothing is requested from other hosts, and one font, which no text waits for", () => {
  expect(visit.transfers.map(({ url }) => toPath(url)).filter((path) => !path.startsWith("/"))).toEqual([]);
  expect(ofType("Font").length).toBeLessThanOrEqual(1);
  expect(kilobytes(ofType("Font"))).toBeLessThan(50);
});

const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";

interface Listed {
  readonly history_list: readonly { readonly id: string; readonly block_height: number }[];
}

/** Every other page, with what shows that it is complete. */
async function listPages(): Promise<readonly (readonly [path: string, selector: string])[]> {
  const { owner, explorer } = scene;
  const read = async (path: string) =>
    (await (await fetch(`${explorer.url}/explorer/api/v1/user/${path}`)).json()) as never;
  const [
    {
      history_list: [newest],
    },
  ]: readonly [Listed] = await read(`history_list?id=${owner}&chain_id=eth`);
  const [nft]: readonly { contract_id: string; chain: string }[] = await read(`all_nft_list?id=${owner}`);
  const tab = (name: string) => `/address/${owner}/${name}`;
  return [
    ["/explore", ".landing h1, main h1"],
    ["/gas", "main table"],
    ["/protocols", "main table, main .list, main ul"],
    ["/lists", "main h1"],
    [tab("tokens"), ".tab-page li, .tab-page tr"],
    [tab("positions"), ".tab-page article, .tab-page .card"],
    [tab("nfts"), ".tab-page section"],
    [tab("history"), ".history-day"],
    [tab("approvals"), ".tab-page .card"],
    [`/token/eth/${DAI}`, ".subject-head h1"],
    ["/protocol/aave3", ".subject-head h1"],
    [`/collection/${nft!.chain}/${nft!.contract_id}`, ".subject-head h1"],
    [`/tx/eth/${newest!.id}`, ".moves, .subject-body"],
    [`/block/eth/${newest!.block_height}`, "main h1"],
  ];
}

test("every page begins with little script, and its layout hardly shifts", async () => {
  const visits: (readonly [string, Visit])[] = [];
  for (const [path, selector] of await listPages()) {
    const other = await visitAsPhone(chromium, scene.explorer.url + path, (page) =>
      page.locator(selector).first().waitFor(),
    );
    await other.page.close();
    reportTimes(path, other);
    visits.push([path, other]);
  }
  const scriptOf = ({ transfers }: Visit) => kilobytes(transfers.filter(({ type }) => type === "Script"));
  expect(
    visits.map(([path, one]) => [path, scriptOf(one)] as const).filter(([, size]) => size < 60 || size > MAX_SCRIPT),
  ).toEqual([]);
  expect(visits.map(([path, { shift }]) => [path, shift] as const).filter(([, shift]) => shift > 0.1)).toEqual([]);
});

test("the layout hardly shifts while the page loads", () => {
  expect(visit.shift).toBeLessThan(0.05);
});

test("on a tall phone nothing moves the footer", async () => {
  const page = await chromium.newPage({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });
  await page.addInitScript(WATCH_MOVED);
  await page.goto(`${scene.explorer.url}/address/${scene.owner}`);
  await page.locator(".donut .slice").first().waitFor();
  await page.locator(".site-foot").waitFor();
  expect(await page.evaluate<string[]>("window.moved")).not.toContain("site-foot");
  await page.close();
});

/** The classes of all elements that moved after they were drawn. */
const WATCH_MOVED = `window.moved = [];
new PerformanceObserver((found) => {
  for (const { sources } of found.getEntries()) window.moved.push(...sources.map(({ node }) => node?.className ?? ""));
}).observe({ type: "layout-shift", buffered: true });`;
