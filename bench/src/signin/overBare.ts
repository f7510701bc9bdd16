import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { closeDatabase, createOauthApp, createOauthClient, migrate, openDatabase } from "@portico/store";
import { type Benchmark, type Context, median, type Row, spread, toRow } from "../benchmark.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";
import { startServer } from "../startServer.ts";
import { type Application, CALLBACK } from "./application.ts";
import { assertWorks, createSide, type Measure, measureBearers, measureExchanges } from "./side.ts";
import { measureLogins, measureRefreshes, type Side } from "./side.ts";

const ROUNDS = 15;
/** On a busy machine fewer rounds are measured. */
const TIMEOUT_MS = 140_000;

interface Subject {
  readonly name: string;
  readonly unit: string;
  readonly goal: number;
  readonly measure: Measure;
  /** Operations per turn. */
  readonly count: number;
}

const SUBJECTS: readonly Subject[] = [
  { name: "refresh", unit: "refreshes/s", goal: 0.9, measure: measureRefreshes, count: 240 },
  { name: "bearer", unit: "checks/s", goal: 0.9, measure: measureBearers, count: 640 },
  { name: "exchange", unit: "exchanges/s", goal: 0, measure: measureExchanges, count: 160 },
  { name: "login", unit: "logins/s", goal: 0.6, measure: measureLogins, count: 32 },
];

const PEERS = { bare: "oidc-provider, plain PostgreSQL adapter", memory: "oidc-provider, its memory" };

type Sides = Readonly<Record<"bare" | "memory" | "ours", Side>>;

async function createApplication(databaseUrl: string): Promise<Application> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await migrate(db);
    const appId = await createOauthApp(db, { name: "Bench", siteUrl: "https://app.example" });
    return await createOauthClient(db, { appId, redirectUris: [CALLBACK] });
  } finally {
    await closeDatabase(db);
  }
}

/** The sign-in page, which the service reads when it starts. */
const pageBuilder = join(import.meta.dirname, "../../../apps/connect/src/build.ts");

/**
 * Three servers with the same application registered, responding alike. @param started - Receives each side, so that it
 * can be stopped.
 */
async function startAll(serverUrl: string, started: Side[]): Promise<Sides> {
  execFileSync(process.execPath, [pageBuilder], { stdio: ["ignore", "ignore", "inherit"] });
  const ours = { DATABASE_URL: await createEmptyDatabase(serverUrl, "ours") };
  const bare = { DATABASE_URL: await createEmptyDatabase(serverUrl, "bare") };
  const application = await createApplication(ours.DATABASE_URL);
  const known = { CLIENT_ID: application.id, CLIENT_SECRET: application.secret, REDIRECT_URI: CALLBACK };
  const start = async (kind: "bare" | "ours", env: Record<string, string>): Promise<Side> => {
    const server = await startServer(join(import.meta.dirname, "peers", `${kind}.ts`), env);
    const side = createSide(server, application, kind);
    started.push(side);
    return side;
  };
  const sides = {
    ours: await start("ours", ours),
    bare: await start("bare", { ...known, ...bare }),
    memory: await start("bare", known),
  };
  const answers = new Set<string>();
  for (const side of Object.values(sides)) answers.add(await assertWorks(side));
  if (answers.size > 1) throw new Error(`Different responses: ${[...answers].join(" ")}`);
  return sides;
}

const ORDER = ["ours", "bare", "memory"] as const;

type Rates = Readonly<Record<keyof Sides, number[]>>;

/** Alternates between the sides, so that other load on the machine affects all of them. */
async function measureInTurns(sides: Sides, { log }: Context): Promise<ReadonlyMap<Subject, Rates>> {
  const rates = new Map<Subject, Rates>(SUBJECTS.map((subject) => [subject, { ours: [], bare: [], memory: [] }]));
  const end = performance.now() + TIMEOUT_MS;
  for (let round = 0; round <= ROUNDS && performance.now() < end; round++) {
    for (const [{ measure, count }, series] of rates) {
      for (const name of round % 2 === 0 ? ORDER : ORDER.toReversed()) {
        const rate = await measure(sides[name], count);
        if (round > 0) series[name].push(rate); // the first round is the warm-up
      }
    }
    const ratios = [...rates].map(([{ name }, series]) => `${name} ${ratioOf(series, "bare").at(-1)?.toFixed(2)}`);
    if (round > 0) log(`round ${round} of ${ROUNDS}, ours over bare: ${ratios.join(", ")}`);
  }
  return rates;
}

const ratioOf = (rates: Rates, peer: keyof typeof PEERS): number[] =>
  rates.ours.map((rate, round) => rate / (rates[peer][round] ?? Number.NaN));

/** The ratio is the median of the ratios per round: sides are measured directly after each other. */
function toPairedRow({ name, unit, goal }: Subject, rates: Rates, peer: keyof typeof PEERS): Row {
  const sides = { name: `signin/${name}-over-${peer}`, unit, against: PEERS[peer], kind: "rate" as const };
  const row = toRow({ ...sides, goal: peer === "bare" ? goal : 0, ours: rates.ours, theirs: rates[peer] });
  return { ...row, ratio: median(ratioOf(rates, peer)) };
}

/** The sign-in service against the library that it is built on, with the library's simplest storage. */
export const signInOverBare: Benchmark = {
  names: SUBJECTS.flatMap(({ name }) => [`signin/${name}-over-bare`, `signin/${name}-over-memory`]),
  async run(context) {
    const postgres = await startBenchPostgres(context.folder);
    const started: Side[] = [];
    try {
      const sides = await startAll(postgres.url, started);
      const rates = await measureInTurns(sides, context);
      for (const [{ name }, series] of rates) {
        context.log(`${name}: the ratios to bare spread by ${Math.round(spread(ratioOf(series, "bare")) * 100)} %`);
      }
      return [...rates].flatMap(([subject, series]) =>
        (["bare", "memory"] as const).map((peer) => toPairedRow(subject, series, peer)),
      );
    } finally {
      for (const { application, server } of started) {
        application.close();
        await server.stop();
      }
      await postgres.stop();
    }
  },
};
