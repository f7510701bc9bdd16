import type { Browser, CDPSession, Page } from "playwright";

/** Lighthouse's: slow 4G, of 150 ms from each request to its answer besides what the server takes; bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** How many times slower than this computer. */
const PROCESSOR = 4;

export interface Transfer {
  readonly url: string;
  /** Of the resource, as Chromium names it: Document, Script, Stylesheet, Fetch, Image. */
  readonly type: string;
  /** When it was asked for, since the visit began. */
  readonly sentMs: number;
  /** As received: packed, with the answer's head; 0 where none came. */
  readonly bytes: number;
}

export interface Visit {
  readonly page: Page;
  /** First contentful paint. */
  readonly firstPaintMs: number;
  /** Largest contentful paint. */
  readonly largestPaintMs: number;
  /** Total blocking time: of tasks after the first paint, what is beyond 50 ms. */
  readonly blockedMs: number;
  /** Cumulative layout shift: of the worst window of 5 s. */
  readonly shift: number;
  /** What the first paint waited for, besides the page itself: URLs. */
  readonly blocking: readonly string[];
  readonly transfers: readonly Transfer[];
}

const PATIENCE_MS = 60_000;

/**
 * A page as a phone shows it that was never here, until its network is quiet. The caller closes the page.
 * @param until - What shows that the page is all there.
 */
export async function visitAsPhone(
  browser: Browser,
  url: string,
  until: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
  page.setDefaultTimeout(PATIENCE_MS);
  const session = await page.context().newCDPSession(page);
  const listTransfers = await recordTransfers(session);
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR });
  await page.addInitScript(WATCH);
  await page.goto(url);
  await until(page);
  await page.waitForLoadState("networkidle");
  return { page, ...(await page.evaluate<Seen>(READ)), transfers: listTransfers() };
}

/** @returns What lists all that was asked for so far. */
async function recordTransfers(session: CDPSession): Promise<() => Transfer[]> {
  const asked = new Map<string, Omit<Transfer, "bytes">>();
  const received = new Map<string, number>();
  let beganAt: number | undefined;
  session.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "Other", timestamp }) => {
    if (url.startsWith("data:")) return;
    beganAt ??= timestamp;
    asked.set(requestId, { url, type, sentMs: (timestamp - beganAt) * 1000 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    received.set(requestId, encodedDataLength);
  });
  await session.send("Network.enable");
  return () => [...asked].map(([id, transfer]) => ({ ...transfer, bytes: received.get(id) ?? 0 }));
}

type Seen = Pick<Visit, "firstPaintMs" | "largestPaintMs" | "blockedMs" | "shift" | "blocking">;

/** Before the page's own scripts: what is not kept for those who ask later. */
const WATCH = `window.seen = { paints: [], tasks: [], shifts: [] };
for (const [type, list] of [["largest-contentful-paint", "paints"], ["longtask", "tasks"], ["layout-shift", "shifts"]])
  new PerformanceObserver((found) => window.seen[list].push(...found.getEntries())).observe({ type, buffered: true });`;

/** Windows of shifts as https://web.dev/articles/cls has them: less than 1 s between two, at most 5 s in all. */
const READ = `(() => {
  const { paints, tasks, shifts } = window.seen;
  const [{ startTime: firstPaintMs }] = performance.getEntriesByName("first-contentful-paint");
  const blockedMs = tasks
    .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaintMs))
    .reduce((sum, after) => sum + Math.max(0, after - 50), 0);
  let [shift, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    const isSame = startTime - last < 1000 && startTime - first < 5000;
    [sum, first, last] = [isSame ? sum + value : value, isSame ? first : startTime, startTime];
    shift = Math.max(shift, sum);
  }
  const blocking = performance.getEntriesByType("resource")
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking")
    .map(({ name }) => name);
  return { firstPaintMs, largestPaintMs: paints.at(-1).startTime, blockedMs, shift, blocking };
})()`;
