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
  reportTimes(visit);
}, 120_000);
afterAll(async () => {
  await chromium.close();
  await scene.stop();
});

/** For readers of the log: times depend on the computer's load, so no test asserts them. */
function reportTimes({ firstPaintMs, largestPaintMs, blockedMs }: Visit): void {
  const [first, largest, blocked] = [firstPaintMs, largestPaintMs, blockedMs].map(Math.round);
  console.log(`explorer on a phone: first paint ${first} ms, largest ${largest} ms, blocked ${blocked} ms`);
}

const kilobytes = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
const ofType = (...types: readonly string[]) => visit.transfers.filter(({ type }) => types.includes(type));
const toPath = (url: string): string => url.replace(scene.explorer.url, "");

test("the first page consists of few and small files", () => {
  expect(kilobytes(ofType("Script"))).toBeGreaterThan(100); // measured at all
  expect(kilobytes(ofType("Script"))).toBeLessThan(140);
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

test("nothing is requested from other hosts, and no font", () => {
  expect(visit.transfers.map(({ url }) => toPath(url)).filter((path) => !path.startsWith("/"))).toEqual([]);
  expect(ofType("Font")).toEqual([]);
});

test("the layout hardly shifts while the page loads", () => {
  expect(visit.shift).toBeLessThan(0.05);
});
