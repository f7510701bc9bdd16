import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ARTEFACTS, ensureArtefact } from "@portico/artefacts";
import { startBareChain } from "@portico/devnet";
import { generate } from "@portico/scripts/generate";
import { createAccessKey, migrate, openDatabase, closeDatabase } from "@portico/store";
import { type Benchmark, type Row, toRow } from "../benchmark.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";
import { readResident } from "../readResident.ts";
import { timeStart } from "../timeStart.ts";

const ROUNDS = 3;
/** Until what starts in the background after the first response has its memory. */
const SETTLE_MS = 2_000;
const SERVICES = ["api", "connect", "dashboard", "explorer", "docs", "mock", "indexer"] as const;
type Service = (typeof SERVICES)[number];

/** What each responds to first; the indexer on its metrics port. */
const PATHS: Readonly<Record<Service, string>> = {
  api: "/v1/chain/list",
  connect: "/connections",
  dashboard: "/",
  explorer: "/explore",
  docs: "/",
  mock: "/v1/chain/list",
  indexer: "/readyz",
};

/**
 * Time from the start of each app's process to its first response, and its memory then: as an artefact, against the same app from its
 * sources. Without Node's compile cache, which a read-only file system can't have.
 */
export const artefactsOverSources: Benchmark = {
  names: SERVICES.flatMap((name) => [`artefacts/${name}-start`, `artefacts/${name}-memory`]),
  async run({ folder, log }) {
    await generate(); // the pages in the artefacts
    const postgres = await startBenchPostgres(folder);
    const chain = await startBareChain(1);
    try {
      const database = await createEmptyDatabase(postgres.url, "artefacts");
      const db = openDatabase(database, { max: 1 });
      await migrate(db);
      const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
      await closeDatabase(db);
      const settings = listSettings({ database, key, rpcUrl: chain.rpcUrl });
      const rows: Row[] = [];
      for (const name of SERVICES) {
        rows.push(...(await compare(name, { ...settings[name], key })));
        log(rows.slice(-2).map(toLine).join("; "));
      }
      return rows;
    } finally {
      await chain.stop();
      await postgres.stop();
    }
  },
};

const toLine = ({ name, value, unit, against_value: other }: Row): string =>
  `${name} ${value.toFixed(2)} ${unit}, from sources ${other.toFixed(2)}`;

interface Settings {
  readonly env: Record<string, string>;
  readonly key: string;
}

function listSettings({ database, key, rpcUrl }: { database: string; key: string; rpcUrl: string }) {
  const stored = { DATABASE_URL: database };
  const [api, client] = ["http://127.0.0.1:4000", { PORTICO_DASHBOARD_CLIENT_ID: "pc_0" }]; // never called
  const settings: Record<Service, Pick<Settings, "env">> = {
    api: { env: { ...stored, PORTICO_RPC_ETH: rpcUrl } },
    connect: { env: { ...stored, PORTICO_API_URL: api, PORTICO_API_KEY: key } },
    dashboard: { env: { ...stored, ...client, PORTICO_DASHBOARD_CLIENT_SECRET: "used to sign in" } },
    explorer: { env: { ...stored, PORTICO_API_URL: api, PORTICO_EXPLORER_KEY: key } },
    docs: { env: {} },
    mock: { env: {} },
    indexer: { env: { ...stored, PORTICO_RPC_ETH: rpcUrl, PORTICO_START_ETH: "0" } },
  };
  return settings;
}

async function compare(name: Service, settings: Settings): Promise<Row[]> {
  const [ours, theirs]: [Started[], Started[]] = [[], []];
  const source = join(import.meta.dirname, "../../..", ARTEFACTS[name]);
  const artefact = await ensureArtefact(name);
  for (const main of [artefact, source]) await start(name, main, settings); // warm-up of the system's file cache
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await start(name, artefact, settings));
    theirs.push(await start(name, source, settings));
  }
  const row = (what: string, unit: string, goal: number, read: (it: Started) => number): Row =>
    toRow({
      name: `artefacts/${name}-${what}`,
      unit,
      against: `${unit}, from sources`,
      kind: "cost",
      goal,
      ours: ours.map(read),
      theirs: theirs.map(read),
    });
  return [row("start", "s", 2, ({ seconds }) => seconds), row("memory", "MiB", 1, ({ resident }) => resident)];
}

interface Started {
  readonly seconds: number;
  /** MiB. */
  readonly resident: number;
}

async function start(name: Service, main: string, { env, key }: Settings): Promise<Started> {
  const portVariable = `PORTICO_${name.toUpperCase()}_${name === "indexer" ? "METRICS_PORT" : "PORT"}`;
  const { seconds, pid, stop } = await timeStart(main, { env, portVariable, path: PATHS[name], accessKey: key });
  try {
    await sleep(SETTLE_MS);
    return { seconds, resident: readResident(pid) };
  } finally {
    await stop();
  }
}
