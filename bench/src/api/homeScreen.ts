import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, type Context, type Row, toRow } from "../benchmark.ts";
import { type Server, startServer } from "../startServer.ts";
import { assertSame } from "./assertSame.ts";
import { createFixture, type Fixture, OWNERS, ownerOf } from "./fixture.ts";
import { load } from "./load.ts";

const ROUNDS = 7;
const SECONDS = 6;
const CONNECTIONS = 32;

/** What a wallet asks for when a user opens it. */
const SCREEN = [
  (owner: string) => `/v1/user/total_balance?id=${owner}`,
  (owner: string) => `/v1/user/token_list?id=${owner}&chain_id=eth`,
  (owner: string) => `/v1/user/complex_protocol_list?id=${owner}&chain_id=eth`,
  (owner: string) => `/v1/user/history_list?id=${owner}&chain_id=eth&page_count=20`,
  (owner: string) => `/v1/user/total_net_curve?id=${owner}&chain_ids=eth`,
];

/** All requests of one user, then those of the next; each user once before any comes again, so that caches have no effect. */
const requestOf = (n: number) => {
  const user = Math.floor(n / SCREEN.length);
  return { path: SCREEN[n % SCREEN.length]!(ownerOf((user * 7_919) % OWNERS)) };
};

/** The home screens of many users, from the API, from two peers that answer them the same, and as fixed texts from memory. */
export const homeScreen: Benchmark = {
  names: ["api/home-screen-over-handwritten", "api/home-screen-over-usual-stack", "api/home-screen-over-static"],
  async run(context) {
    context.log("making 2 million balances");
    const fixture = await createFixture(context.folder);
    const servers = await startAll(fixture, context);
    const all = Object.entries(servers);
    const rates = new Map(all.map(([name]) => [name, [] as number[]]));
    const run = async ({ url }: Server, seconds: number) => {
      const { accessKey } = fixture;
      const result = await load({ url, accessKey, requestOf, status: 200, connections: CONNECTIONS, seconds });
      return (result.requestsPerSecond / SCREEN.length) * 3_600;
    };
    try {
      for (const [, server] of all) await run(server, 2); // warm-up
      for (let round = 1; round <= ROUNDS; round++) {
        // always in this order: after 30 s without requests ours returns memory, and takes a while to grow again
        for (const [name, server] of all) rates.get(name)?.push(await run(server, SECONDS));
        const last = all.map(([name]) => `${name} ${Math.round(rates.get(name)?.at(-1) ?? 0)}`);
        context.log(`round ${round} of ${ROUNDS}, users an hour: ${last.join(", ")}`);
      }
    } finally {
      await Promise.all(all.map(([, server]) => server.stop()));
      await fixture.stop();
    }
    const row = (name: string, peer: keyof typeof servers, against: string, goal: number): Row => {
      const [ours = [], theirs = []] = [rates.get("ours"), rates.get(peer)];
      return toRow({
        name: `api/home-screen-over-${name}`,
        unit: "users/h",
        against,
        goal,
        ours,
        theirs,
        kind: "rate",
      });
    };
    return [
      row("handwritten", "handwritten", "handwritten node:http", 0.9),
      row("usual-stack", "usualStack", "Express, openapi-backend, Kysely", 3),
      row("static", "staticBodies", "static bodies", 0.05),
    ];
  },
};

async function startAll(fixture: Fixture, context: Context) {
  const env = { DATABASE_URL: fixture.databaseUrl };
  const file = (path: string): string => join(import.meta.dirname, path);
  const ours = await startServer(file("../../../apps/api/src/main.ts"), env, () => []);
  const handwritten = await startServer(file("peers/handwritten.ts"), env);
  const usualStack = await startServer(file("peers/usualStack.ts"), env);
  for (const peer of [handwritten, usualStack]) {
    for (const pathOf of SCREEN) {
      for (const n of [0, 1]) await assertSame(ours, peer, fixture.accessKey, pathOf(ownerOf(n))); // with positions, and without
    }
  }
  return { ours, handwritten, usualStack, staticBodies: await startStatic(ours, fixture, context) };
}

/** Responds to each request with our answer for the first user, who has positions. */
async function startStatic(ours: Server, { accessKey }: Fixture, { folder }: Context): Promise<Server> {
  const bodies: Record<string, string> = {};
  for (const pathOf of SCREEN) {
    const { pathname, href } = new URL(pathOf(ownerOf(0)), ours.url);
    const response = await fetch(href, { headers: { AccessKey: accessKey } });
    bodies[pathname] = await response.text();
    if (!response.ok || bodies[pathname].length < 10)
      throw new Error(`${href}: ${response.status} ${bodies[pathname]}`);
  }
  const bodiesFile = join(folder, "bodies.json");
  writeFileSync(bodiesFile, JSON.stringify(bodies));
  return await startServer(join(import.meta.dirname, "peers/staticBodies.ts"), { BODIES_FILE: bodiesFile });
}
