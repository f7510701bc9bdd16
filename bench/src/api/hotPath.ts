import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, type Context, type Row, toRow } from "../benchmark.ts";
import { type Server, startServer } from "../startServer.ts";
import { assertSame, fetchText } from "./assertSame.ts";
import { createFixture, type Fixture, OWNERS, ownerOf } from "./fixture.ts";
import { load, type Load } from "./load.ts";

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 32;
const BUSY_CONNECTIONS = 64;
/** How often the slowest in a hundred may take as long as the median. */
const P99_LIMIT = 3;
/** Number of owners whose responses a client has cached: few enough for our response cache and the peer's. */
const KNOWN = 500;

const tokenListOf = (n: number): string => `/v1/user/token_list?id=${ownerOf(n)}&chain_id=eth`;
const totalBalanceOf = (n: number): string => `/v1/user/total_balance?id=${ownerOf(n)}`;
/** Visits every owner once before any repeats, so that caches have no effect. */
const spread = (pathOf: (n: number) => string) => (n: number) => ({ path: pathOf((n * 7_919) % OWNERS) });

type LoadProfile = Pick<Load, "requestOf" | "status">;
const tokenList: LoadProfile = { requestOf: spread(tokenListOf), status: 200 };
const totalBalance: LoadProfile = { requestOf: spread(totalBalanceOf), status: 200 };

const file = (path: string): string => join(import.meta.dirname, path);

/** Headers that belong to the connection, not to the response. */
const CONNECTION_HEADERS = new Set(["connection", "date", "keep-alive"]);

/** Requests KNOWN responses and records the headers of our 304 responses. */
async function recordUnchanged(ours: Server, accessKey: string, answersFile: string): Promise<LoadProfile> {
  const known: [path: string, { etag: string; headers: Record<string, string> }][] = [];
  for (let n = 0; n < KNOWN; n++) {
    const path = tokenListOf(n);
    const [whole] = await fetchText(ours, accessKey, { path });
    const etag = whole.headers.get("etag") ?? "";
    const [unchanged] = await fetchText(ours, accessKey, { path, headers: { "If-None-Match": etag } });
    if (unchanged.status !== 304) throw new Error(`${path}: ${unchanged.status} instead of 304`);
    const headers = [...unchanged.headers].filter(([name]) => !CONNECTION_HEADERS.has(name));
    known.push([path, { etag, headers: Object.fromEntries(headers) }]);
  }
  writeFileSync(answersFile, JSON.stringify(Object.fromEntries(known)));
  const requests = known.map(([path, { etag }]) => ({ path, headers: { "If-None-Match": etag } }));
  return { requestOf: (n) => requests[n % KNOWN] ?? { path: "/" }, status: 304 };
}

async function startAll({ folder }: Context, { databaseUrl, accessKey }: Fixture) {
  const env = { DATABASE_URL: databaseUrl };
  const ours = await startServer(file("../../../apps/api/src/main.ts"), env, () => []);
  const handwritten = await startServer(file("peers/handwritten.ts"), env);
  const usualStack = await startServer(file("peers/usualStack.ts"), env);
  for (const peer of [handwritten, usualStack]) await assertSame(ours, peer, accessKey, tokenListOf(0));
  for (const n of [0, 1]) await assertSame(ours, handwritten, accessKey, totalBalanceOf(n)); // with positions, and without
  const bodiesFile = join(folder, "bodies.json");
  const [, body] = await fetchText(ours, accessKey, { path: tokenListOf(0) });
  writeFileSync(bodiesFile, JSON.stringify({ "/v1/user/token_list": body }));
  const staticBody = await startServer(file("peers/staticBodies.ts"), { BODIES_FILE: bodiesFile });
  const answersFile = join(folder, "answers.json");
  const unchanged = await recordUnchanged(ours, accessKey, answersFile);
  const bare304 = await startServer(file("peers/bare304.ts"), { ANSWERS_FILE: answersFile });
  return { servers: { ours, handwritten, usualStack, staticBody, bare304 }, unchanged };
}

type Servers = Awaited<ReturnType<typeof startAll>>["servers"];

interface Series {
  readonly server: keyof Servers;
  readonly profile: LoadProfile;
  readonly rates: number[];
}

/** Alternates: one round of each series, then the next, back and forth, so that what changes slowly affects all alike. */
async function measureInTurns(all: readonly Series[], servers: Servers, { accessKey }: Fixture, { log }: Context) {
  const run = async ({ server, profile }: Series, seconds: number) =>
    (await load({ ...profile, url: servers[server].url, accessKey, connections: CONNECTIONS, seconds }))
      .requestsPerSecond;
  for (const series of all) await run(series, 2); // warm-up
  for (let round = 1; round <= ROUNDS; round++) {
    for (const series of round % 2 === 0 ? all.toReversed() : all) series.rates.push(await run(series, SECONDS));
    log(`round ${round} of ${ROUNDS}: ${all.map(({ rates }) => Math.round(rates.at(-1) ?? 0)).join(" / ")} requests/s`);
  }
}

/** Token lists over more connections than the server answers at once. */
async function measureSlowest({ url }: Server, { accessKey }: Fixture, { log }: Context): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    const busy = { ...tokenList, url, accessKey, connections: BUSY_CONNECTIONS, seconds: SECONDS };
    const { p50, p99 } = await load(busy);
    ours.push(p99);
    theirs.push(p50 * P99_LIMIT);
    log(`token_list over ${BUSY_CONNECTIONS} connections: p50 ${p50} ms, p99 ${p99} ms`);
  }
  const sides = { unit: "ms", against: `ms: ${P99_LIMIT} times the median`, kind: "cost", goal: 1 } as const;
  return toRow({ name: "api/p99-over-p50", ...sides, ours, theirs });
}

const series = (server: keyof Servers, profile: LoadProfile): Series => ({ server, profile, rates: [] });

/** Token lists with 100 tokens and their totals, from 2 million stored balances. */
export const hotPath: Benchmark = {
  names: [
    "api/token-list-over-handwritten",
    "api/token-list-over-usual-stack",
    "api/token-list-over-static",
    "api/total-balance-over-handwritten",
    "api/unchanged-over-bare-304",
    "api/p99-over-p50",
  ],
  async run(context) {
    context.log("making 2 million balances");
    const fixture = await createFixture(context.folder);
    const { servers, unchanged } = await startAll(context, fixture);
    const list = series("ours", tokenList);
    const listHandwritten = series("handwritten", tokenList);
    const listUsual = series("usualStack", tokenList);
    const listStatic = series("staticBody", tokenList);
    const total = series("ours", totalBalance);
    const totalHandwritten = series("handwritten", totalBalance);
    const same = series("ours", unchanged);
    const sameBare = series("bare304", unchanged);
    let slowest: Row;
    try {
      const all = [list, listHandwritten, listUsual, listStatic, total, totalHandwritten, same, sameBare];
      await measureInTurns(all, servers, fixture, context);
      slowest = await measureSlowest(servers.ours, fixture, context);
    } finally {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      await fixture.stop();
    }
    const row = (name: string, goal: number, against: string, ours: Series, theirs: Series): Row =>
      toRow({ name, goal, against, unit: "requests/s", ours: ours.rates, theirs: theirs.rates, kind: "rate" });
    return [
      row("api/token-list-over-handwritten", 0.9, "handwritten node:http", list, listHandwritten),
      row("api/token-list-over-usual-stack", 3, "Express, openapi-backend, Kysely", list, listUsual),
      row("api/token-list-over-static", 0.1, "static body", list, listStatic),
      row("api/total-balance-over-handwritten", 0.85, "handwritten node:http", total, totalHandwritten),
      row("api/unchanged-over-bare-304", 0.6, "node:http with the same 304", same, sameBare),
      slowest,
    ];
  },
};
