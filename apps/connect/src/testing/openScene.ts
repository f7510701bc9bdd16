import { type launchBrowser, watchPage } from "@portico/browser";
import { expect } from "vitest";
import { createTestWallet, installWallet, type TestWallet, type WalletLook } from "./testWallet.ts";

export { createTestWallet } from "./testWallet.ts";

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["newContext"]>>;

export type SceneOptions = {
  readonly wallet: TestWallet | null;
  readonly look?: WalletLook | "window.ethereum";
  readonly width?: number;
  readonly isDark?: boolean;
  /** Other origins that the page may navigate to. */
  readonly leadsTo?: string;
};

/** Opens a URL in a browser tab with a test wallet, and waits for the document only. */
export async function openScene(context: Context, address: string, options: SceneOptions) {
  const { wallet, look, width = 1000, isDark = false, leadsTo } = options;
  const { origin } = new URL(address);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light", reducedMotion: "reduce" });
  page.setDefaultTimeout(30_000);
  if (wallet !== null) await installWallet(page, wallet, look);
  const watch = watchPage(page);
  await page.goto(address);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const isOurs = (url: string) => [`${origin}/`, "data:", leadsTo ?? "data:"].some((start) => url.startsWith(start));
  return {
    page,
    watch,
    wallet: wallet ?? createTestWallet(),
    button,
    press: (name: string) => button(name).click(),
    heading: (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(),
    text: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** Whether nothing overflows horizontally. */
    fits: () => page.evaluate(`document.documentElement.scrollWidth <= innerWidth`),
    /** The next request with this path suffix gets no response. */
    cutOff: (method: string, end: string) =>
      page.route(`**/${end}`, (route) => (route.request().method() === method ? route.abort() : route.continue()), {
        times: 1,
      }),
    /** Closes the page; asserts that it made no third-party request, and violated no policy. */
    close: async () => {
      expect(watch.requests.filter((url) => !isOurs(url))).toEqual([]);
      expect(watch.complaints.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
      await page.close();
    },
  };
}
