/** `pnpm bench [AREA or NAME] [--long]`: measures, prints a table and stores the rows in .portico/bench.json. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { homeScreen } from "./api/homeScreen.ts";
import { hotPath } from "./api/hotPath.ts";
import { memoryAfterLoad } from "./api/memoryAfterLoad.ts";
import { processCost } from "./api/processCost.ts";
import { artefactsOverSources } from "./artefacts/overSources.ts";
import type { Benchmark, Row } from "./benchmark.ts";
import { clientOverGenerated } from "./client/overGenerated.ts";
import { eventLatency } from "./events/latency.ts";
import { firstVisit } from "./explorer/firstVisit.ts";
import { lighthouse } from "./explorer/lighthouse.ts";
import { fastInTwoBlocks } from "./gas/fastInTwoBlocks.ts";
import { growth } from "./growth/growth.ts";
import { historyDepth } from "./history/depth.ts";
import { eventsOverPeers } from "./indexer/eventsOverPeers.ts";
import { fullBlocks } from "./indexer/fullBlocks.ts";
import { headLatency } from "./indexer/headLatency.ts";
import { memoryGrowth } from "./indexer/memoryGrowth.ts";
import { eventsOverCopy, fullOverCopy } from "./indexer/overCopy.ts";
import { strictCalls } from "./indexer/strictCalls.ts";
import { checks } from "./loop/checks.ts";
import { editOverNoTurbo } from "./loop/editOverNoTurbo.ts";
import { starts } from "./loop/starts.ts";
import { meteringCharge } from "./metering/charge.ts";
import { meteringCost } from "./metering/withOverWithout.ts";
import { ownersFirstAnswer } from "./owners/firstAnswer.ts";
import { ownersFirstMany } from "./owners/firstMany.ts";
import { ownersHistories } from "./owners/collectHistory.ts";
import { ownersDatabaseSize } from "./owners/databaseSize.ts";
import { ownersHeadCost } from "./owners/headCost.ts";
import { forksOverOne } from "./positions/forksOverOne.ts";
import { positions } from "./positions/positions.ts";
import { thirtyProtocols } from "./positions/thirtyProtocols.ts";
import { citusOverPlain } from "./scale/citusOverPlain.ts";
import { distributeOverCopy } from "./scale/distributeOverCopy.ts";
import { replicaOverPrimary } from "./scale/replicaOverPrimary.ts";
import { signInOverBare } from "./signin/overBare.ts";

const benchmarks: readonly Benchmark[] = [
  editOverNoTurbo,
  checks,
  starts,
  clientOverGenerated,
  firstVisit,
  lighthouse,
  hotPath,
  homeScreen,
  memoryAfterLoad,
  processCost,
  artefactsOverSources,
  ...eventsOverPeers,
  eventsOverCopy,
  fullOverCopy,
  memoryGrowth,
  headLatency,
  fullBlocks,
  eventLatency,
  strictCalls,
  growth,
  historyDepth,
  positions,
  forksOverOne,
  thirtyProtocols,
  ownersHeadCost,
  ownersFirstAnswer,
  ownersFirstMany,
  ownersDatabaseSize,
  ownersHistories,
  fastInTwoBlocks,
  meteringCharge,
  meteringCost,
  replicaOverPrimary,
  citusOverPlain,
  distributeOverCopy,
  signInOverBare,
];
const reportFile = join(import.meta.dirname, "../../.portico/bench.json");

function readReport(): readonly Row[] {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8")) as Row[];
  } catch {
    return [];
  }
}

/** Replaces the measured rows and keeps the others. */
export function mergeRows(stored: readonly Row[], measured: readonly Row[]): readonly Row[] {
  const names = new Set(measured.map((row) => row.name));
  return [...stored.filter((row) => !names.has(row.name)), ...measured].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  );
}

const format = (value: number): string =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: value >= 1000 ? 6 : 3, useGrouping: true }).format(value);

function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.name,
    `${format(row.value)} ${row.unit}`,
    `${format(row.against_value)} ${row.against}`,
    format(row.ratio),
    `${row.ratio >= row.goal ? "≥" : "<"} ${row.goal}`,
    `${Math.round(row.spread * 100)} %`,
  ]);
  const header = ["name", "ours", "against", "ratio", "goal", "spread"];
  const widths = header.map((title, i) => Math.max(title.length, ...cells.map((line) => line[i]?.length ?? 0)));
  for (const line of [header, ...cells]) console.log(line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
}

/** A benchmark that fails is reported, and the others go on. What it sets in the environment, as Vite does, ends with it. */
async function measure(benchmark: Benchmark, isLong: boolean): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  const env = { ...process.env };
  const began = performance.now();
  try {
    return await benchmark.run({ folder, isLong, log: (line) => console.error(`  ${line}`) });
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [];
  } finally {
    console.error(`  in ${Math.round((performance.now() - began) / 1000)} s`);
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h" }, long: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [wanted = ""] = positionals;
  const all = benchmarks.flatMap(({ names }) => names);
  if (values.help)
    return console.log(`pnpm bench [AREA or NAME] [--long]\n\n${all.map((name) => `  ${name}`).join("\n")}`);

  const chosen = benchmarks.filter(({ names }) =>
    names.some((name) => name === wanted || name.startsWith(`${wanted}/`) || wanted === ""),
  );
  if (chosen.length === 0) throw new Error(`No benchmark or area '${wanted}'. Available: ${all.join(", ")}`);

  const measured: Row[] = [];
  for (const benchmark of chosen) {
    console.error(benchmark.names.join(", "));
    measured.push(...(await measure(benchmark, values.long)));
    mkdirSync(join(reportFile, ".."), { recursive: true });
    writeFileSync(reportFile, `${JSON.stringify(mergeRows(readReport(), measured), null, 2)}\n`);
  }
  printTable(measured);
}

if (import.meta.main) await main();
