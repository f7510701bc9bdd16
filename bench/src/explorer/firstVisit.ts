import { launchBrowser, type Visit, visitAsPhone } from "@portico/browser";
import { type Benchmark, type Context, median, type Row, toRow } from "../benchmark.ts";
import { buildBareReact, REACT_PATH, savePage, STATIC_PATH } from "./peers.ts";
import { servePages } from "./servePages.ts";
import { startExplorer } from "./startExplorer.ts";

const ROUNDS = 7;

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Measure = (visit: Visit) => number;
type Side = "explorer" | "static" | "react";
type Visits = Record<Side, Visit[]>;
/** Visits each side once, in turn. */
type Round = Record<Side, () => Promise<Visit>>;

/** Waits until both charts of a portfolio are drawn. */
async function untilDrawn(page: Visit["page"]): Promise<void> {
  await page.locator(".curve-line").waitFor();
  await page.locator(".donut .slice").first().waitFor();
}
const untilPainted = (page: Visit["page"]): Promise<void> => page.getByText("Portico").first().waitFor();

const kilobytes = (transfers: Visit["transfers"]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
const beforePaint = ({ transfers, firstPaintMs }: Visit) => transfers.filter(({ sentMs }) => sentMs < firstPaintMs);

// a value below the smallest unit of a row counts as that unit, which avoids a division by zero
const firstPaint: Measure = ({ firstPaintMs }) => firstPaintMs;
const largestPaint: Measure = ({ largestPaintMs }) => largestPaintMs;
const blocked: Measure = ({ blockedMs }) => Math.max(1, blockedMs);
const shift: Measure = (visit) => Math.max(0.001, visit.shift);
const requests: Measure = (visit) => beforePaint(visit).length;
const script: Measure = (visit) => kilobytes(beforePaint(visit).filter(({ type }) => type === "Script"));
const bytes: Measure = ({ transfers }) => kilobytes(transfers);

/** Lighthouse's thresholds of "good" on mobile. */
const GOOD: readonly (readonly [name: string, unit: string, max: number, measure: Measure])[] = [
  ["explorer/first-paint", "ms", 1800, firstPaint],
  ["explorer/largest-paint", "ms", 2500, largestPaint],
  ["explorer/blocked", "ms", 200, blocked],
  ["explorer/shift", "of 1", 0.1, shift],
];

const OVER: readonly (readonly [name: string, unit: string, side: Side, goal: number, measure: Measure])[] = [
  ["explorer/first-paint-over-static", "ms", "static", 0.5, firstPaint],
  ["explorer/largest-paint-over-static", "ms", "static", 0.25, largestPaint],
  ["explorer/requests-over-static", "requests", "static", 0.25, requests],
  ["explorer/script-over-react", "kB", "react", 0.4, script],
  ["explorer/bytes-over-react", "kB", "react", 0.2, bytes],
];

const AGAINST: Record<Side, string> = { explorer: "", static: "saved as HTML", react: "a bare page of React" };

function toRows(visits: Visits): Row[] {
  const of = (side: Side, measure: Measure) => visits[side].map(measure);
  return [
    ...GOOD.map(([name, unit, max, measure]) => {
      const sides = { ours: of("explorer", measure), theirs: [max], kind: "cost" } as const;
      return toRow({ name, unit, against: `${unit}, good by Lighthouse`, goal: 1, ...sides });
    }),
    ...OVER.map(([name, unit, side, goal, measure]) => {
      const sides = { ours: of("explorer", measure), theirs: of(side, measure), kind: "cost" } as const;
      return toRow({ name, unit, against: `${unit}, ${AGAINST[side]}`, goal, ...sides });
    }),
  ];
}

async function visitAll(sides: Round, log: Context["log"]): Promise<Visits> {
  const visits: Visits = { explorer: [], static: [], react: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const side of ["explorer", "static", "react"] as const) {
      const visit = await sides[side]();
      await visit.page.close();
      visits[side].push(visit);
    }
    const { explorer, static: saved, react } = visits;
    const medians = [explorer, saved, react].map((list) => Math.round(list.at(-1)?.firstPaintMs ?? 0));
    log(`round ${round} of ${ROUNDS}: first paint after ${medians.join(", ")} ms (explorer, saved, React)`);
  }
  const wholes = visits.explorer.map(({ transfers }) => transfers.length);
  log(`${median(wholes)} requests in all, ${median(visits.explorer.map(bytes)).toFixed(1)} kB`);
  return visits;
}

async function measureIn(browser: Browser, { folder, log }: Context): Promise<Row[]> {
  log("indexing a devnet");
  const explorer = await startExplorer();
  try {
    const visit = () => visitAsPhone(browser, `${explorer.url}/address/${explorer.owner}`, untilDrawn);
    const { page } = await visit(); // warm-up: the API has read everything once, and images are rendered
    const pages = await servePages(new Map([...(await savePage(page)), ...(await buildBareReact(folder))]));
    await page.close();
    const other = (path: string) => () => visitAsPhone(browser, pages.url + path, untilPainted);
    try {
      return toRows(await visitAll({ explorer: visit, static: other(STATIC_PATH), react: other(REACT_PATH) }, log));
    } finally {
      await pages.stop();
    }
  } finally {
    await explorer.stop();
  }
}

/**
 * The explorer's address page on a phone with an empty cache, against Lighthouse's thresholds and against minimal
 * pages.
 */
export const firstVisit: Benchmark = {
  names: [...GOOD, ...OVER].map(([name]) => name),
  async run(context) {
    await using browser = await launchBrowser();
    return await measureIn(browser, context);
  },
};
