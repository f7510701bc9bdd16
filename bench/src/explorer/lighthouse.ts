import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findChromium } from "@portico/browser";
import { installApart } from "@portico/scripts/installApart";
import { type Benchmark, type Context, type Row, toRow } from "../benchmark.ts";
import { startExplorer } from "./startExplorer.ts";

const run = promisify(execFile);
const ROUNDS = 5;
const MANIFEST = { private: true, dependencies: { lighthouse: "12.8.2" } };
/** Lighthouse's lowest score of "good". */
const GOOD = 90;
/** Milliseconds of total blocking time that Lighthouse calls good. */
const FAST = 200;

interface Scores {
  /** Performance, of 100. */
  readonly score: number;
  /** Total blocking time in milliseconds. */
  readonly blockedMs: number;
}

/** Lighthouse's report of a page on its mobile phone, with its defaults: simulated slow 4G, 4 times slower. */
async function report(lighthouse: string, url: string, folder: string): Promise<Scores> {
  const { executablePath, env } = await findChromium();
  const file = join(folder, "lighthouse.json");
  const flags = "--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu";
  const args = [url, "--quiet", "--only-categories=performance", `--chrome-flags=${flags}`, "--output=json"];
  await run(
    process.execPath,
    [join(lighthouse, "node_modules/lighthouse/cli/index.js"), ...args, `--output-path=${file}`],
    {
      env: { ...process.env, ...env, CHROME_PATH: executablePath },
    },
  );
  const { categories, audits } = JSON.parse(await readFile(file, "utf8")) as {
    categories: { performance: { score: number } };
    audits: { "total-blocking-time": { numericValue: number } };
  };
  return {
    score: categories.performance.score * 100,
    blockedMs: Math.max(1, audits["total-blocking-time"].numericValue),
  };
}

const NAMES = ["landing", "overview"] as const;

function toRows(name: (typeof NAMES)[number], all: readonly Scores[]): Row[] {
  const scores = { ours: all.map(({ score }) => score), theirs: [GOOD], kind: "rate" } as const;
  const blocked = { ours: all.map(({ blockedMs }) => blockedMs), theirs: [FAST], kind: "cost" } as const;
  return [
    toRow({ name: `explorer/lighthouse-${name}`, unit: "of 100", against: "good by Lighthouse", goal: 1, ...scores }),
    toRow({
      name: `explorer/lighthouse-${name}-blocked`,
      unit: "ms",
      against: "good by Lighthouse",
      goal: 1,
      ...blocked,
    }),
  ];
}

async function measure({ folder, log }: Context): Promise<Row[]> {
  const lighthouse = await installApart("lighthouse", MANIFEST, log);
  log("indexing a devnet");
  const explorer = await startExplorer();
  const paths = { landing: "/explore", overview: `/address/${explorer.owner}` };
  const found = { landing: [] as Scores[], overview: [] as Scores[] };
  try {
    for (const name of NAMES) await report(lighthouse, explorer.url + paths[name], folder); // warm-up
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of NAMES) found[name].push(await report(lighthouse, explorer.url + paths[name], folder));
      const last = NAMES.map((name) => Math.round(found[name].at(-1)?.score ?? 0));
      log(`round ${round} of ${ROUNDS}: ${last.join(" and ")} of 100 (landing and overview)`);
    }
  } finally {
    await explorer.stop();
  }
  return NAMES.flatMap((name) => toRows(name, found[name]));
}

/** The explorer's landing page and an address's page by Lighthouse on a phone, with an empty cache. */
export const lighthouse: Benchmark = {
  names: NAMES.flatMap((name) => [`explorer/lighthouse-${name}`, `explorer/lighthouse-${name}-blocked`]),
  run: measure,
};
