import type { Browser, CDPSession, Page } from "playwright";

/**
 * Lighthouse's slow 4G: 150 ms from each request to its response in addition to the server's time; bytes per second.
 */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** CPU slowdown relative to this computer. */
const PROCESSOR = 4;

export interface Transfer {
  readonly url: string;
  /** The resource type as Chromium names it: Document, Script, Stylesheet, Fetch, Image. */
  readonly type: string;
  /** Time of the request since the start of the visit. */
  readonly sentMs: number;
  /** As received: compressed, including the response headers; 0 without a response. */
  readonly bytes: number;
}

export interface Visit {
  readonly page: Page;
  /** First contentful paint. */
  readonly firstPaintMs: number;
  /** Largest contentful paint. */
  readonly largestPaintMs: number;
  /** Total blocking time: the time beyond 50 ms of tasks after the first paint. */
  readonly blockedMs: number;
  /** Cumulative layout shift: of the worst window of 5 s. */
  readonly shift: number;
  /** URLs that blocked the first paint, besides the page itself. */
  readonly blocking: readonly string[];
  readonly transfers: readonly Transfer[];
}

const TIMEOUT_MS = 60_000;

/**
 * Loads a page as on a phone with an empty cache, until its network is idle. The caller closes the page.
 * @param until - Resolves when the page is complete.
 */
export async function visitAsPhone(
  browser: Browser,
  url: string,
  until: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
  page.setDefaultTimeout(TIMEOUT_MS);
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

/** @returns a function that lists all requests so far. */
async function recordTransfers(session: CDPSession): Promise<() => Transfer[]> {
  const requests = new Map<string, Omit<Transfer, "bytes">>();
  const received = new Map<string, number>();
  let beganAt: number | undefined;
  session.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "Other", timestamp }) => {
    if (url.startsWith("data:")) return;
    beganAt ??= timestamp;
    requests.set(requestId, { url, type, sentMs: (timestamp - beganAt) * 1000 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    received.set(requestId, encodedDataLength);
  });
  await session.send("Network.enable");
  return () => [...requests].map(([id, transfer]) => ({ ...transfer, bytes: received.get(id) ?? 0 }));
}

type Seen = Pick<Visit, "firstPaintMs" | "largestPaintMs" | "blockedMs" | "shift" | "blocking">;

/** Runs before the page's own scripts: collects entries that are not available to later observers. */
const WATCH = `window.seen = { paints: [], tasks: [], shifts: [] };
for (const [type, list] of [["largest-contentful-paint", "paints"], ["longtask", "tasks"], ["layout-shift", "shifts"]])
  new PerformanceObserver((found) => window.seen[list].push(...found.getEntries())).observe({ type, buffered: true });`;

/** Windows of shifts as defined by https://web.dev/articles/cls: less than 1 s between two, at most 5 s in total. */
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
