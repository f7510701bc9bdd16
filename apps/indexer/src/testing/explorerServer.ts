import type { ServerResponse } from "node:http";
import type { Address } from "@portico/evm";
import { listExplorerRecords } from "./explorerRecords.ts";
import type { ExplorerRecord } from "./explorerRecords.ts";
import { startPostServer } from "./rpcProxy.ts";
import { readServedChain } from "./servedChain.ts";
import type { ServedChain } from "./servedChain.ts";
import { createRequestLimit, sendFault, takeLimited } from "./serverFaults.ts";
import type { ServerFaults } from "./serverFaults.ts";

export interface ExplorerServerOptions {
  style: "blockscout" | "etherscan";
  /** Maximum records of a page; default 1,000 or, in Blockscout's style, 10,000. */
  pageSize?: number;
  /** Default: any. */
  ratePerSecond?: number;
  /** The only valid `apikey`; default: none is required. */
  key?: string;
  /** May be changed at any time. */
  faults?: ServerFaults;
}

/** An HTTP server in the place of an explorer or a portal. */
export interface ExternalServer {
  /** `http://127.0.0.1:…/api` */
  url: string;
  /** Received so far. */
  requests(): number;
  /** Path and query of each. */
  paths: readonly string[];
  stop(): Promise<void>;
}

const ACTIONS = new Set(["txlist", "txlistinternal", "tokentx", "tokennfttx", "token1155tx"]);
const MAX_WINDOW = 10_000;
const EMPTY = { blockscout: "No internal transactions found", etherscan: "No transactions found" };
const UNKNOWN = { blockscout: "Unknown action", etherscan: "Error! Missing Or invalid Action name" };
const UNPROCESSED = "Some internal transactions within this block range have not yet been processed";
const LIMITED = "Max calls per sec rate limit reached (3/sec)";

/**
 * Serves an Etherscan-compatible API of a chain.
 * @param source - URL of a node, whose chain is read once; or its data.
 */
export async function startExplorerServer(
  source: ServedChain | string,
  options: ExplorerServerOptions,
): Promise<ExternalServer> {
  const { faults = {}, key } = options;
  const chain = typeof source === "string" ? await readServedChain(source) : source;
  const answer = createAnswers(chain, options);
  const isLimited = createRequestLimit(options.ratePerSecond);
  const paths: string[] = [];
  const server = await startPostServer(async (post) => {
    const { request, response } = post;
    paths.push(request.url ?? "");
    if (await sendFault(post, faults)) return;
    if (takeLimited(faults) || isLimited()) return sendLimited(response, options);
    const query = new URL(request.url ?? "", "http://explorer").searchParams;
    const isRefused = faults.refusal !== undefined || (key !== undefined && query.get("apikey") !== key);
    const refusal = faults.refusal ?? `Invalid API Key (${query.get("apikey")})`;
    send(response, isRefused ? { status: "0", message: "NOTOK", result: refusal } : answer(query));
  });
  return { url: `${server.url}/api`, requests: () => paths.length, paths, stop: () => server.stop() };
}

const send = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

function sendLimited(response: ServerResponse, { style, faults = {} }: ExplorerServerOptions): void {
  const headers = { "retry-after": String(faults.retryAfterSeconds ?? 0) };
  if (style === "blockscout") response.writeHead(429, headers).end("Too Many Requests");
  else send(response, { status: "0", message: "NOTOK", result: LIMITED });
}

function createAnswers(chain: ServedChain, options: ExplorerServerOptions): (query: URLSearchParams) => unknown {
  const { style, faults = {} } = options;
  const pageSize = options.pageSize ?? (style === "etherscan" ? 1_000 : MAX_WINDOW);
  const lists = listExplorerRecords(chain);
  const readHead = (): number => chain.blocks.at(-1)!.number - (faults.lag ?? 0);
  const isKnown = (action: string): boolean => ACTIONS.has(action) && !faults.unsupported?.includes(action);

  const listRecords = (query: URLSearchParams): unknown => {
    const read = (name: string, missing: number): number => Number(query.get(name) ?? missing);
    const [page, requested] = [read("page", 1), read("offset", MAX_WINDOW)];
    if (style === "etherscan" && page * requested > MAX_WINDOW) {
      const result = "Result window is too large, PageNo x Offset size must be less than or equal to 10000";
      return { status: "0", message: "NOTOK", result };
    }
    const size = Math.min(requested, pageSize);
    const owner = (query.get("address") ?? "") as Address;
    const [from, to] = [read("startblock", 0), Math.min(read("endblock", Infinity), readHead())];
    const all = applyFaults(lists(query.get("action") ?? "", owner), owner, readHead(), faults);
    const found = all.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to);
    const sorted = query.get("sort") === "desc" && faults.ascending !== true ? found : found.toReversed();
    const records = sorted.slice((page - 1) * size, page * size);
    const rows = records.map((record) => toRow(record, style, query.get("action")));
    const isPartial = faults.unprocessed?.some((block) => block >= from && block <= to) === true;
    if (isPartial && query.get("action") === "txlistinternal") {
      return { status: "2", message: UNPROCESSED, result: rows };
    }
    if (rows.length === 0) return { status: "0", message: EMPTY[style], result: [] };
    return { status: "1", message: "OK", result: rows };
  };

  return (query) => {
    const [module, action] = [query.get("module"), query.get("action") ?? ""];
    if (module === "block" && action === "getblocknobytime") {
      const head = String(readHead());
      return { status: "1", message: "OK", result: style === "etherscan" ? head : { blockNumber: head } };
    }
    if (module === "account" && isKnown(action)) return listRecords(query);
    return { status: "0", message: style === "etherscan" ? "NOTOK" : UNKNOWN[style], result: UNKNOWN[style] };
  };
}

function applyFaults(
  records: readonly ExplorerRecord[],
  owner: Address,
  head: number,
  { invented = 0, missing = () => false, wrongAmounts = false }: ServerFaults,
): ExplorerRecord[] {
  const added = Array.from({ length: invented }, (_, at) => ({
    blockNumber: head,
    timeStamp: 0,
    hash: `0x${(at + 1).toString(16).padStart(64, "f")}` as const,
    from: owner,
    to: owner,
    value: 10n ** 18n,
  }));
  const left = records.filter(({ hash }) => !missing(hash));
  return [...added, ...(wrongAmounts ? left.map((record) => ({ ...record, value: record.value * 10n })) : left)];
}

/** All values are texts; Blockscout names the hash of internal transactions otherwise. */
function toRow(record: ExplorerRecord, style: ExplorerServerOptions["style"], action: string | null) {
  const { hash, blockNumber, timeStamp, from, to, value } = record;
  const name = style === "blockscout" && action === "txlistinternal" ? "transactionHash" : "hash";
  const texts = { blockNumber: String(blockNumber), timeStamp: String(timeStamp), value: String(value) };
  return { ...texts, [name]: hash, from, to: to ?? "" };
}
