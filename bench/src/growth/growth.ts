import { Agent, request } from "node:http";
import { join } from "node:path";
import { NATIVE_TOKEN } from "@portico/evm";
import { dropDatabase } from "@portico/store/testing";
import { type Benchmark, median, type Row, toRow } from "../benchmark.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";
import { type Server, startServer } from "../startServer.ts";
import { type Filled, fillBalances, ownerOf, tokenOf } from "./fillBalances.ts";

const SIZES = { small: 100_000, large: 10_000_000 };
const rounds = 7;
/** Consecutive requests to one size before the other has its turn. */
const REQUESTS = 100;
const TURNS = 4;

interface Side {
  readonly server: Server;
  readonly filled: Filled;
}

type ToPath = (side: Filled, random: () => number) => string;

/** Of a random owner. */
const tokenListPath: ToPath = ({ owners }, random) =>
  `/v1/user/token_list?chain_id=eth&id=${ownerOf(Math.floor(random() * owners))}`;

/** The first page of the most held tokens, and of the native coin the first page and deep pages, in equal shares. */
const topHoldersPath: ToPath = (_, random) => {
  const index = Math.floor(random() * 3);
  const id = index === 0 ? tokenOf(1 + Math.floor(random() * 50)) : NATIVE_TOKEN;
  const name = id === NATIVE_TOKEN ? "eth" : id;
  return `/v1/token/top_holders?chain_id=eth&id=${name}&start=${index === 2 ? 10_000 : 0}`;
};

const PATHS: Readonly<Record<string, ToPath>> = { "balance/growth": tokenListPath, "holders/growth": topHoldersPath };

/** Milliseconds of one response. @throws unless it succeeds. */
function send({ server, filled }: Side, agent: Agent, path: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { agent, headers: { AccessKey: filled.accessKey } }, (response) => {
      response.on("data", () => undefined);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function measure(side: Side, toPath: ToPath): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) times.push(await send(side, agent, toPath(side.filled, Math.random)));
  agent.destroy();
  return times;
}

/** The median of each size, measured alternately. */
async function measureRound(sides: Record<keyof typeof SIZES, Side>, toPath: ToPath) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const size of ["small", "large"] as const) times[size].push(...(await measure(sides[size], toPath)));
  }
  return { small: median(times.small), large: median(times.large) };
}

/**
 * Of 10 M balances beside 100 k: whether a response about an owner costs in proportion to the owner's balances, not to all
 * balances, and whether the order of a token's holders comes from an index instead of a sort.
 */
export const growth: Benchmark = {
  names: Object.keys(PATHS),
  async run({ folder, log }) {
    const postgres = await startBenchPostgres(folder);
    const open = async (size: keyof typeof SIZES): Promise<Side> => {
      const database = await createEmptyDatabase(postgres.url, size);
      const filled = await fillBalances(database, SIZES[size]);
      log(`${filled.balances} balances of ${filled.owners} owners`);
      const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
      return { filled, server: await startServer(main, { DATABASE_URL: database, PORTICO_ANSWER_MB: "0" }, () => []) };
    };
    const sides = { small: await open("small"), large: await open("large") };
    try {
      const rows: Row[] = [];
      for (const [name, toPath] of Object.entries(PATHS)) rows.push(await compare(name, { sides, toPath, log }));
      return rows;
    } finally {
      await Promise.all(Object.values(sides).map(({ server }) => server.stop()));
      await Promise.all(Object.keys(SIZES).map((size) => dropDatabase(postgres.url, size)));
      await postgres.stop();
    }
  },
};

interface Growth {
  readonly sides: Record<keyof typeof SIZES, Side>;
  readonly toPath: ToPath;
  readonly log: (line: string) => void;
}

async function compare(name: string, { sides, toPath, log }: Growth): Promise<Row> {
  const medians = { small: [] as number[], large: [] as number[] };
  await measureRound(sides, toPath); // warm-up
  for (let round = 1; round <= rounds; round++) {
    const { small, large } = await measureRound(sides, toPath);
    medians.small.push(small);
    medians.large.push(large);
    log(`${name}, round ${round} of ${rounds}: ${small.toFixed(2)} ms, of the large one ${large.toFixed(2)} ms`);
  }
  const against = "ms, 100 k balances";
  return toRow({ name, unit: "ms p50", against, kind: "cost", goal: 0.67, ours: medians.large, theirs: medians.small });
}
