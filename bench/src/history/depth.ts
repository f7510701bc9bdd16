import { Agent, request } from "node:http";
import { join } from "node:path";
import { chains } from "@portico/evm";
import { dropDatabase } from "@portico/store/testing";
import { type Benchmark, median, toRow } from "../benchmark.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";
import { type Server, startServer } from "../startServer.ts";
import { fillHistory, type HistorySize, NEWEST_TIME, OWNER, SPAN_SECONDS } from "./fillHistory.ts";

const rounds = 7;
/** Consecutive requests of one page before the other has its turn. */
const REQUESTS = 50;
const TURNS = 4;
const PAGE = 20;
const DEEP = 500;

/** Most transactions are on one chain, and some on 29 others. */
const SIZES: readonly HistorySize[] = [
  { chain: "eth", chainId: 1, transactions: 100_000 },
  ...chains
    .filter(({ slug }) => slug !== "eth")
    .slice(0, 29)
    .map(({ slug, chainId }) => ({ chain: slug, chainId, transactions: 3_000 })),
];
const ON_ETH = SIZES[0]!.transactions;
const EVERYWHERE = SIZES.reduce((sum, { transactions }) => sum + transactions, 0);

interface Side {
  readonly server: Server;
  readonly accessKey: string;
}

type Page = "first" | "deep";

/**
 * Path of a page; the deep one starts after about DEEP newer pages of the owner's transactions, at ten different
 * offsets in turn.
 */
type ToPath = (page: Page, nth: number) => string;

const toPath =
  (operation: string, query: string, transactions: number): ToPath =>
  (page, nth) => {
    const older = ((DEEP - 1 + (nth % 10)) * PAGE * SPAN_SECONDS) / transactions;
    const start = page === "deep" ? `&start_time=${Math.floor(NEWEST_TIME - older)}` : "";
    return `/v1/user/${operation}?id=${OWNER}&page_count=${PAGE}${query}${start}`;
  };

/** Milliseconds of one response. @throws unless it is a full page. */
async function send({ server, accessKey }: Side, agent: Agent, path: string): Promise<number> {
  const began = performance.now();
  const { status, body } = await get(server.url + path, agent, accessKey);
  const time = performance.now() - began;
  const [history] = status === 200 ? (JSON.parse(body) as { history_list: unknown[] }[]) : [];
  if (history === undefined || history.history_list.length < PAGE) throw new Error(`${path}: ${body.slice(0, 200)}`);
  return time;
}

function get(url: string, agent: Agent, accessKey: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { AccessKey: accessKey } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The median of each page, measured alternately. */
async function measureRound(side: Side, path: ToPath): Promise<Record<Page, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Record<Page, number[]> = { first: [], deep: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const page of ["first", "deep"] as const) {
      for (let nth = 0; nth < REQUESTS; nth++) times[page].push(await send(side, agent, path(page, nth)));
    }
  }
  agent.destroy();
  return { first: median(times.first), deep: median(times.deep) };
}

const PATHS = {
  "history/depth": toPath("history_list", "&chain_id=eth", ON_ETH),
  "history/depth-all-chains": toPath("all_history_list", "", EVERYWHERE),
};

/** Whether a deep page costs as much as the first one. */
export const historyDepth: Benchmark = {
  names: Object.keys(PATHS),
  async run({ folder, log }) {
    const postgres = await startBenchPostgres(folder);
    const database = await createEmptyDatabase(postgres.url, "history");
    const accessKey = await fillHistory(database, SIZES);
    log(`${EVERYWHERE} transactions of one address on ${SIZES.length} chains, ${ON_ETH} of them on one`);
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const server = await startServer(main, { DATABASE_URL: database, PORTICO_ANSWER_MB: "0" }, () => []);
    try {
      return await measureAll({ server, accessKey }, log);
    } finally {
      await server.stop();
      await dropDatabase(postgres.url, "history");
      await postgres.stop();
    }
  },
};

async function measureAll(side: Side, log: (line: string) => void) {
  const rows = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const medians: Record<Page, number[]> = { first: [], deep: [] };
    await measureRound(side, path); // warm-up
    for (let round = 1; round <= rounds; round++) {
      const { first, deep } = await measureRound(side, path);
      medians.first.push(first);
      medians.deep.push(deep);
      log(`round ${round} of ${rounds}: page ${DEEP} ${deep.toFixed(2)} ms, page 1 ${first.toFixed(2)} ms`);
    }
    const against = "ms, page 1";
    rows.push(
      toRow({ name, unit: "ms p50", against, kind: "cost", goal: 0.67, ours: medians.deep, theirs: medians.first }),
    );
  }
  return rows;
}
