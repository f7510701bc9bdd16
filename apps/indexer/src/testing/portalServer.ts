import type { Address, Hash } from "@portico/evm";
import type { ExternalServer } from "./explorerServer.ts";
import { startPostServer } from "./rpcProxy.ts";
import { readServedChain } from "./servedChain.ts";
import type { ServedBlock, ServedChain, ServedTransaction } from "./servedChain.ts";
import { createRequestLimit, sendFault, takeLimited } from "./serverFaults.ts";
import type { ServerFaults } from "./serverFaults.ts";

export interface PortalServerOptions {
  /** Blocks after which a stream ends early; default: none. */
  blocksPerStream?: number;
  /** Default: any. */
  ratePerSecond?: number;
  /** May be changed at any time. */
  faults?: ServerFaults;
}

interface Query {
  fromBlock: number;
  toBlock: number;
  parentBlockHash?: Hash;
  transactions?: Filter[];
  logs?: Filter[];
  traces?: Filter[];
}

type Filter = Record<string, string[] | true | undefined>;

/**
 * Serves a chain as a dataset of an SQD portal: `POST /stream` and `GET /head`.
 * @param source - URL of a node, whose chain is read once; or its data.
 */
export async function startPortalServer(
  source: ServedChain | string,
  options: PortalServerOptions = {},
): Promise<ExternalServer> {
  const { faults = {} } = options;
  const { blocks } = typeof source === "string" ? await readServedChain(source) : source;
  const isLimited = createRequestLimit(options.ratePerSecond);
  const paths: string[] = [];
  const server = await startPostServer(async (post) => {
    const { request, response, body } = post;
    paths.push(request.url ?? "");
    if (await sendFault(post, faults)) return;
    const fail = (status: number, code: string, fields: object = {}): void =>
      void response
        .writeHead(status, { "retry-after": String(faults.retryAfterSeconds ?? 0) })
        .end(JSON.stringify({ error: { code }, ...fields }));
    if (takeLimited(faults) || isLimited()) return fail(529, "overloaded");
    if (faults.refusal !== undefined) return fail(401, faults.refusal);
    const served = blocks.slice(0, blocks.length - (faults.lag ?? 0));
    const head = served.at(-1)!;
    if (request.url?.startsWith("/evm/head")) {
      response.end(JSON.stringify({ number: head.number, hash: head.hash }));
      return;
    }
    const query: Query = JSON.parse(body);
    if (query.fromBlock > head.number) return void response.writeHead(204).end();
    const parent = blocks.find(({ number }) => number === query.fromBlock - 1);
    if (query.parentBlockHash !== undefined && query.parentBlockHash !== parent?.hash) {
      return fail(409, "base_block_mismatch", { previousBlocks: [{ number: parent?.number, hash: parent?.hash }] });
    }
    const lastBlock = Math.min(query.toBlock, head.number, query.fromBlock + (options.blocksPerStream ?? Infinity) - 1);
    const range = served.filter(({ number }) => number >= query.fromBlock && number <= lastBlock);
    const lines = listLines(range, query, faults);
    response.writeHead(200, { "content-type": "application/x-ndjson" }).end(lines.join(""));
  });
  return { url: `${server.url}/evm`, requests: () => paths.length, paths, stop: () => server.stop() };
}

/** Blocks with a match, and the first and the last one. */
function listLines(range: readonly ServedBlock[], query: Query, faults: ServerFaults): string[] {
  return range.flatMap((block, at) => {
    const hashes = block.transactions
      .filter((transaction) => isMatch(transaction, query) && faults.missing?.(transaction.hash) !== true)
      .map(({ hash }) => hash);
    const isLast = at === range.length - 1;
    if (isLast) hashes.push(...listInvented(faults));
    if (hashes.length === 0 && at > 0 && !isLast) return [];
    const transactions = hashes.map((hash) => ({ hash }));
    return [`${JSON.stringify({ header: { number: block.number, hash: block.hash }, transactions })}\n`];
  });
}

const listInvented = ({ invented = 0 }: ServerFaults): Hash[] =>
  Array.from({ length: invented }, (_, at) => `0x${(at + 1).toString(16).padStart(64, "f")}` as const);

/** Whether a filter matches: all of its fields, each by any of its values. */
function isMatch(transaction: ServedTransaction, { transactions = [], logs = [], traces = [] }: Query): boolean {
  const { from, to } = transaction;
  return (
    transactions.some((filter) => fits(filter, { from, to })) ||
    logs.some((filter) =>
      transaction.logs.some(({ topics: [, topic1, topic2, topic3] }) => fits(filter, { topic1, topic2, topic3 })),
    ) ||
    traces.some((filter) => listTraces(transaction).some((trace) => fits(filter, trace)))
  );
}

const fits = (filter: Filter, fields: Readonly<Record<string, string | null | undefined>>): boolean =>
  Object.entries(filter).every(([name, values]) => values === true || (values ?? []).includes(fields[name] ?? ""));

/** By the names of the portal's filters; the transaction's own call is a trace too. */
function listTraces({ from, to, calls }: ServedTransaction): Record<string, Address>[] {
  const own = to === null ? { createFrom: from } : { callFrom: from, callTo: to };
  return [
    own,
    ...calls.map((call): Record<string, Address> => {
      if (call.type === "create") return { createFrom: call.from };
      if (call.type === "suicide") return { suicideRefundAddress: call.to };
      return { callFrom: call.from, callTo: call.to };
    }),
  ];
}
