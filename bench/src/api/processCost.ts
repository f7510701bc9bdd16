import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ensureArtefact } from "@portico/artefacts";
import { type Benchmark, type Context, median, type Row, toLimitRow } from "../benchmark.ts";
import { startBenchPostgres } from "../postgres.ts";
import { readResident } from "../readResident.ts";
import { timeStart } from "../timeStart.ts";
import { fillTokens, HOLDER, type TokenFixture } from "./fillTokens.ts";

const ROUNDS = 5;
/** Until what starts in the background after the first responses has its memory. */
const SETTLE_MS = 2_000;

const START_SECONDS = 1.5;
const PAUSE_MS = 10;
const SMALL = { tokens: 2_798, protocols: 0, limit: 200 };
const LARGE = { tokens: 8_000, protocols: 2_300, limit: 300 };

/** What a wallet asks for first; each makes the API load what it keeps. */
const REQUESTS = [
  `/v1/user/token_list?id=${HOLDER}&chain_id=eth`,
  `/v1/user/total_balance?id=${HOLDER}`,
  `/v1/user/all_complex_protocol_list?id=${HOLDER}`,
  "/v1/protocol/list?chain_id=eth",
];

const SOURCE = join(import.meta.dirname, "../../../apps/api/src/main.ts");
/** Of `pnpm start`, which starts the services from their sources. */
const COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/node-compile");

/** What a process of the API costs: its start, its memory, and the pauses in which it answers nobody. */
export const processCost: Benchmark = {
  names: [
    "api/start",
    "api/start-from-sources",
    `api/memory-${SMALL.tokens}-tokens`,
    `api/memory-${LARGE.tokens}-tokens`,
    "api/token-load-pause",
    "api/token-reload-pause",
  ],
  async run(context) {
    const postgres = await startBenchPostgres(context.folder);
    try {
      const artefact = await ensureArtefact("api");
      const small = await fillTokens(postgres.url, SMALL);
      const large = await fillTokens(postgres.url, LARGE);
      return [
        ...(await compareStarts(artefact, small, context)),
        await weigh(artefact, small, SMALL, context),
        await weigh(artefact, large, LARGE, context),
        ...(await findPauses(large, context)),
      ];
    } finally {
      await postgres.stop();
    }
  },
};

async function compareStarts(artefact: string, fixture: TokenFixture, { log }: Context): Promise<Row[]> {
  const sides = { built: [] as number[], sources: [] as number[] };
  const start = async (main: string, env: Record<string, string>) => {
    const { seconds, stop } = await startApi(main, fixture, env);
    await stop();
    return seconds;
  };
  const cached = { NODE_COMPILE_CACHE: COMPILE_CACHE };
  for (const [main, env] of [
    [artefact, {}],
    [SOURCE, cached],
  ] as const)
    await start(main, env); // fills both caches
  for (let round = 0; round < ROUNDS; round++) {
    sides.built.push(await start(artefact, {}));
    sides.sources.push(await start(SOURCE, cached));
  }
  log(`from sources without Node's compile cache: ${(await start(SOURCE, {})).toFixed(2)} s`);
  return [
    toLimitRow({ name: "api/start", unit: "s", limit: START_SECONDS, ours: sides.built }),
    toLimitRow({ name: "api/start-from-sources", unit: "s", limit: START_SECONDS, ours: sides.sources }),
  ];
}

async function weigh(
  artefact: string,
  fixture: TokenFixture,
  { tokens, limit }: typeof SMALL,
  { log }: Context,
): Promise<Row> {
  const resident: number[] = [];
  const measure = async (main: string): Promise<number> => {
    const { url, pid, stop } = await startApi(main, fixture, {});
    for (const path of REQUESTS) await get(url + path, fixture);
    await sleep(SETTLE_MS);
    const size = readResident(pid);
    await stop();
    return size;
  };
  for (let round = 0; round < ROUNDS; round++) resident.push(await measure(artefact));
  log(`${tokens} tokens: ${Math.round(median(resident))} MiB, from sources ${Math.round(await measure(SOURCE))} MiB`);
  return toLimitRow({ name: `api/memory-${tokens}-tokens`, unit: "MiB", limit, ours: resident });
}

async function findPauses({ databaseUrl }: TokenFixture, { log }: Context): Promise<Row[]> {
  const file = join(import.meta.dirname, "loadTokensMain.ts");
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  const { first, again } = JSON.parse(stdout) as Record<"again" | "first", number[]>;
  const list = (pauses: readonly number[]): string => pauses.map((pause) => pause.toFixed(1)).join(", ");
  log(`longest pauses of loads, ms: ${list(first)}; of loads again: ${list(again)}`);
  return [
    toLimitRow({ name: "api/token-load-pause", unit: "ms", limit: PAUSE_MS, ours: first }),
    toLimitRow({ name: "api/token-reload-pause", unit: "ms", limit: PAUSE_MS, ours: again }),
  ];
}

/** Starts the API, and waits until it answers. */
const startApi = (main: string, { databaseUrl, accessKey }: TokenFixture, env: Readonly<Record<string, string>>) =>
  timeStart(main, {
    env: { DATABASE_URL: databaseUrl, ...env },
    portVariable: "PORTICO_API_PORT",
    path: "/v1/chain/list",
    accessKey,
  });

/** @throws Error unless it is answered. */
async function get(url: string, { accessKey }: TokenFixture): Promise<void> {
  const response = await fetch(url, { headers: { AccessKey: accessKey } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}
