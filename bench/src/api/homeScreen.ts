import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, type Context, median, toRow } from "../benchmark.ts";
import { type Server, startServer } from "../startServer.ts";
import { createFixture, type Fixture, OWNERS, ownerOf } from "./fixture.ts";
import { load } from "./load.ts";

const ROUNDS = 7;
const SECONDS = 4;
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

/** The home screens of many users, from the API and as fixed texts from memory. */
export const homeScreen: Benchmark = {
  names: ["api/home-screen-over-static"],
  async run(context) {
    context.log("making 2 million balances");
    const fixture = await createFixture(context.folder);
    const ours = await startServer(
      join(import.meta.dirname, "../../../apps/api/src/main.ts"),
      { DATABASE_URL: fixture.databaseUrl },
      () => [],
    );
    const theirs = await startStatic(ours, fixture, context);
    const rates = { ours: [] as number[], theirs: [] as number[] };
    const run = async ({ url }: Server, seconds: number) => {
      const { accessKey } = fixture;
      return (await load({ url, accessKey, requestOf, status: 200, connections: CONNECTIONS, seconds }))
        .requestsPerSecond;
    };
    try {
      for (const server of [ours, theirs]) await run(server, 2); // warm-up
      for (let round = 1; round <= ROUNDS; round++) {
        rates.ours.push(await run(ours, SECONDS));
        rates.theirs.push(await run(theirs, SECONDS));
        const users = Math.round(((rates.ours.at(-1) ?? 0) / SCREEN.length) * 3_600);
        context.log(`round ${round} of ${ROUNDS}: ${users} users an hour`);
      }
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      await fixture.stop();
    }
    context.log(`${Math.round((median(rates.ours) / SCREEN.length) * 3_600)} users an hour, one screen each`);
    const sides = { unit: "requests/s", against: "static bodies", kind: "rate", goal: 0.05 } as const;
    return [toRow({ name: "api/home-screen-over-static", ...sides, ...rates })];
  },
};

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
