import { launchBrowser, type PageWatch, watchPage } from "@portico/browser";
import { expect } from "vitest";

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
export type Page = Awaited<ReturnType<Browser["newPage"]>>;
type Locator = ReturnType<Page["locator"]>;

export interface Opening {
  readonly width?: number;
  readonly isDark?: boolean;
  /** Runs in the page before it loads. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface OpenedPage {
  readonly page: Page;
  readonly watch: PageWatch;
  readonly heading: (name: string | RegExp, level?: number) => Promise<void>;
  readonly scrollWidth: () => Promise<number>;
}

const TIMEOUT_MS = 30_000;

/** A page of the explorer in a browser without any state. */
export async function openPage(
  chromium: Browser,
  url: string,
  { width = 1200, isDark = false, before }: Opening = {},
): Promise<OpenedPage> {
  const page = await chromium.newPage({
    serviceWorkers: "block",
    reducedMotion: "reduce",
    colorScheme: isDark ? "dark" : "light",
  });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewportSize({ width, height: 800 });
  await before?.(page);
  const watch = watchPage(page);
  await page.goto(url);
  return {
    page,
    watch,
    heading: (name, level = 1) => page.getByRole("heading", { level, name }).waitFor(),
    scrollWidth: () => page.evaluate<number>(`document.documentElement.scrollWidth`),
  };
}

/** Asserts that the page logs no errors, sends no requests elsewhere, and does not execute a token's name. */
export async function expectDecent({ page, watch: { complaints, requests } }: OpenedPage): Promise<void> {
  // a missing image is not an error, since a letter replaces it; nor is a failure that a test caused, or
  // that the service worker is blocked
  const seen = complaints.splice(0); // a later test with the same page reports its own
  expect(seen.filter((text) => !/status of (?:404|400)|^Service Worker registration/.test(text))).toEqual([]);
  const { origin } = new URL(page.url());
  expect(requests.splice(0).filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith("data:"))).toEqual([]);
  expect(await page.locator("main script, main iframe, main [onerror]").count()).toBe(0);
}

/** Intrinsic width of an image in pixels; 0 until it is loaded. */
export const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);

/**
 * Makes matching requests of the page fail in a way that is not retried automatically. @returns A function that ends
 * this.
 */
export async function letFail(page: Page, url: RegExp): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.fulfill({ status: 400, body: "{}" }));
  return () => page.unroute(url);
}
