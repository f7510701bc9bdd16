import { writeFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { type Benchmark, type Context, toRow } from "../benchmark.ts";
import { createFixture, type Fixture, OWNERS, ownerOf } from "./fixture.ts";
import { type Server, startServer } from "../startServer.ts";

const rounds = 5;
const seconds = 4;
const connections = 32;

const pathOf = (n: number): string => `/v1/user/token_list?id=${ownerOf(n)}&chain_id=eth`;
/** Spread over the owners, so that no answer is asked for twice in a row. */
const requests = Array.from({ length: 1_000 }, (_, i) => ({
  method: "GET" as const,
  path: pathOf((i * 7_919) % OWNERS),
}));

async function requestsPerSecond({ url }: Server, accessKey: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { AccessKey: accessKey }, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return result.requests.average;
}

async function startAll({ folder }: Context, { databaseUrl, accessKey }: Fixture) {
  const file = (path: string) => join(import.meta.dirname, path);
  const env = { DATABASE_URL: databaseUrl };
  const ours = await startServer(file("../../../apps/api/src/main.ts"), env, () => []);
  const handwritten = await startServer(file("peers/handwritten.ts"), env);
  const body = await (await fetch(ours.url + pathOf(0), { headers: { AccessKey: accessKey } })).text();
  const peer: unknown = await (await fetch(handwritten.url + pathOf(0))).json();
  if ((JSON.parse(body) as unknown[]).length !== (peer as unknown[]).length)
    throw new Error("The servers answer differently");
  const bodyFile = join(folder, "body.json");
  writeFileSync(bodyFile, body);
  const staticBody = await startServer(file("peers/staticBody.ts"), { BODY_FILE: bodyFile });
  return { ours, handwritten, staticBody };
}

/** GET /v1/user/token_list with 100 tokens, 2 million balances in the store. */
export const tokenList: Benchmark = {
  names: ["api/token-list-over-handwritten", "api/token-list-over-static"],
  async run(context) {
    context.log("making 2 million balances");
    const fixture = await createFixture(context.folder);
    const servers = await startAll(context, fixture);
    const rates = { ours: [] as number[], handwritten: [] as number[], staticBody: [] as number[] };
    try {
      for (const server of Object.values(servers)) await requestsPerSecond(server, fixture.accessKey); // warm
      for (let round = 1; round <= rounds; round++) {
        for (const name of ["ours", "handwritten", "staticBody"] as const) {
          rates[name].push(await requestsPerSecond(servers[name], fixture.accessKey));
        }
        context.log(
          `round ${round} of ${rounds}: ${Object.values(rates)
            .map((rate) => Math.round(rate.at(-1) ?? 0))
            .join(" / ")} requests/s`,
        );
      }
    } finally {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      await fixture.stop();
    }
    const sides = { unit: "requests/s", ours: rates.ours, kind: "rate" } as const;
    return [
      toRow({
        ...sides,
        name: "api/token-list-over-handwritten",
        goal: 0.8,
        against: "handwritten node:http",
        theirs: rates.handwritten,
      }),
      toRow({
        ...sides,
        name: "api/token-list-over-static",
        goal: 0.1,
        against: "static body",
        theirs: rates.staticBody,
      }),
    ];
  },
};
