import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptPicture, comparePicture } from "./comparePicture.ts";
import { type Face, type Faces, startFaces } from "./startFaces.ts";

/** PORTICO_ACCEPT_PICTURES=1 makes what is seen the expected pictures: look at them before they are committed. */
const ACCEPTS = process.env["PORTICO_ACCEPT_PICTURES"] === "1";
const FOLDERS = {
  expected: join(import.meta.dirname, "expected"),
  differing: join(import.meta.dirname, "../../.portico/pictures"),
};
/** A minute after the mock's recording: pages show ages. */
const NOW = new Date(1_738_281_672_000);
const DEMO = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";

const PAGES: readonly (readonly [name: string, face: Face, path: string, shown: string])[] = [
  ["landing", "explorer", "/explore", "h1"],
  ["overview", "explorer", `/address/${DEMO}`, ".donut .slice"],
  ["tokens", "explorer", `/address/${DEMO}/tokens`, "main table tbody tr"],
  ["positions", "explorer", `/address/${DEMO}/positions`, "main h2"],
  ["nfts", "explorer", `/address/${DEMO}/nfts`, "main h2"],
  ["history", "explorer", `/address/${DEMO}/history`, "main h2"],
  ["approvals", "explorer", `/address/${DEMO}/approvals`, "main h2"],
  ["token", "explorer", `/token/eth/${DAI}`, "h1"],
  ["docs", "docs", "/", "h1"],
  ["mock", "mock", "/", "h1"],
];
const SCREENS = [
  { name: "desktop", width: 1440, height: 1000, colorScheme: "light" },
  { name: "phone", width: 390, height: 844, colorScheme: "dark" },
] as const;

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Context = Awaited<ReturnType<Browser["newContext"]>>;
type Route = Parameters<Parameters<Context["route"]>[1]>[0];

/** Makes pages wait for their font, which they would do without if it is late. */
async function awaitFont(route: Route): Promise<void> {
  const type = route.request().resourceType();
  if (type !== "document" && type !== "stylesheet") return route.fallback();
  const response = await route.fetch();
  const body = (await response.text()).replaceAll(/font-display: ?optional/g, "font-display: block");
  return route.fulfill({ response, body });
}

/** How long a page may take to be drawn on a busy machine. */
const DRAWN_WITHIN_MS = 30_000;

let folder: string;
let faces: Faces;
let chromium: Browser;

/** Another Chromium draws differently. */
const isOther = (process.env["CHROMIUM"] ?? "") !== "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-pictures-"));
  [faces, chromium] = await Promise.all([startFaces(folder), launchBrowser({ isAlike: true })]);
});
afterAll(async () => {
  await chromium.close();
  await faces.stop();
  await rm(folder, { recursive: true });
});

test.skipIf(isOther).for(SCREENS)(
  "the main pages look as expected: $name",
  async ({ name: screen, width, height, colorScheme }) => {
    const context = await chromium.newContext({
      viewport: { width, height },
      colorScheme,
      locale: "en-US",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      serviceWorkers: "block",
      bypassCSP: true, // for awaitFont
    });
    await context.route(/./, awaitFont);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.clock.setFixedTime(NOW);
    // pictures of tokens are fetched from elsewhere, and are not there without a network: a letter replaces them
    await page.route(/\/explorer\/images\//, (route) => route.abort());
    const problems: (string | undefined)[] = [];
    for (const [name, face, path, shown] of PAGES) {
      await page.goto(`${faces.urls[face]}${path}`);
      await page.locator(shown).first().waitFor();
      if (ACCEPTS) await page.waitForLoadState("networkidle");
      await page.evaluate("document.fonts.ready");
      const mask = [page.getByText(/127\.0\.0\.1:\d+/)]; // ports differ
      const takeScreenshot = () => page.screenshot({ animations: "disabled", caret: "hide", mask });
      const picture = `${name}-${screen}`;
      if (ACCEPTS) await acceptPicture(picture, await takeScreenshot(), FOLDERS.expected);
      else problems.push(await comparePicture(picture, takeScreenshot, { ...FOLDERS, withinMs: DRAWN_WITHIN_MS }));
    }
    await context.close();
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  },
);
