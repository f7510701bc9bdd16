import { launchBrowser } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openPage } from "./testing/explorerPages.ts";
import { startTestExplorer, type TestExplorer } from "./testing/startTestExplorer.ts";
import { WEB_FOLDER } from "./webFolder.ts";

const EXAMPLE = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** Of a data API that doesn't answer. */
const NO_API = { apiUrl: "http://127.0.0.1:9", explorerKey: "pk_1" };

let explorer: TestExplorer;
let chromium: Browser;
beforeAll(async () => {
  const options = { webFolder: WEB_FOLDER, exampleAddress: EXAMPLE, ...NO_API };
  [explorer, chromium] = await Promise.all([startTestExplorer(options), launchBrowser()]);
});
afterAll(async () => {
  await chromium.close();
  await explorer.stop();
});

test("the landing page offers an address to try, if the operator named one", async () => {
  const { page, heading } = await openPage(chromium, `${explorer.url}/explore`, { width: 360 });
  await heading("Look into any wallet");
  const example = page.getByRole("link", { name: "Try 0xf39f" });
  expect(await example.getAttribute("href")).toBe(`/address/${EXAMPLE}`);
  await page.close();
});

test("without one it offers none", async () => {
  const other = await startTestExplorer();
  expect(await (await fetch(`${other.url}/explorer/example`)).json()).toEqual({ address: null });
  await other.stop();
});
