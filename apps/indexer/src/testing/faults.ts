/** An incoming JSON-RPC call. */
export interface ProxyCall {
  id: unknown;
  method: string;
  params?: unknown;
}

/** An outgoing JSON-RPC reply. */
export interface ProxyReply {
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

/** A fault of a whole HTTP exchange. `body` receives the honest one. */
export interface PostFault {
  scope: "post";
  /** Detected only by the client's timeout. */
  isSlow?: boolean;
  status?: number;
  headers?: Record<string, string>;
  /** undefined: nothing is ever sent. null: the connection is reset. */
  body: ((body: string) => string | undefined | null) | "cut" | "drip" | "endless";
}

/** A fault of one call of a batch. */
export interface EntryFault {
  scope: "entry";
  /** Needs another, working URL in addition to the proxy. */
  needsSpare?: boolean;
  /** Needs a second upstream, which receives the call. */
  needsFork?: boolean;
  appliesTo(call: ProxyCall): boolean;
  /** Changes the request. `head`: the upstream's. */
  rewrite?(call: ProxyCall, head: number): ProxyCall;
  /** Replaces the reply. */
  spoil?(reply: ProxyReply, random: () => number): ProxyReply | readonly ProxyReply[];
}

const RETRIED_AT_ONCE = { "retry-after": "0" };
const text = (value: string) => () => value;
const answersList =
  (...methods: string[]) =>
  ({ method }: ProxyCall): boolean =>
    methods.includes(method);
const any = (): boolean => true;
const refuse = (code: number, message: string) => (reply: ProxyReply) => ({ id: reply.id, error: { code, message } });

/** Truncates a list at a random position. */
function cut(reply: ProxyReply, random: () => number): ProxyReply {
  if (!Array.isArray(reply.result)) return reply;
  return { ...reply, result: reply.result.slice(0, Math.floor(random() * reply.result.length)) };
}

/** Omits a random entry of a list. */
function omit<T>(list: readonly T[], random: () => number): T[] {
  return list.toSpliced(Math.floor(random() * list.length), 1);
}

function omitLog(reply: ProxyReply, random: () => number): ProxyReply {
  const receipts = (reply.result ?? []) as { logs: unknown[] }[];
  const withLogs = receipts.filter(({ logs }) => logs.length > 0);
  const chosen = withLogs[Math.floor(random() * withLogs.length)];
  const spoiled = receipts.map((receipt) =>
    receipt === chosen ? { ...receipt, logs: omit(receipt.logs, random) } : receipt,
  );
  return { ...reply, result: spoiled };
}

const isPinned = ({ method, params }: ProxyCall): boolean =>
  (method === "eth_call" || method === "eth_getBalance") && Array.isArray(params) && params[1] !== "latest";

const isLatest = ({ method, params }: ProxyCall): boolean =>
  method === "eth_getBlockByNumber" && Array.isArray(params) && params[0] === "latest";

const spansBlocks = ({ method, params }: ProxyCall): boolean => {
  if (method !== "eth_getLogs" || !Array.isArray(params)) return false;
  const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
  return fromBlock !== toBlock;
};

const LAG = 3;

const OF_A_BLOCK = ["eth_getBlockReceipts", "eth_getBlockByNumber", "trace_block", "debug_traceBlockByHash"];

const isNumbered = ({ method, params }: ProxyCall): boolean =>
  OF_A_BLOCK.includes(method) && Array.isArray(params) && /^0x[0-9a-f]{1,16}$/.test(String(params[0]));

/** The same call for the previous block. */
function requestOlder({ id, method, params }: ProxyCall): ProxyCall {
  const [block, ...rest] = params as [string, ...unknown[]];
  return { id, method, params: [`0x${Math.max(0, Number(block) - 1).toString(16)}`, ...rest] };
}

function withTransactions(reply: ProxyReply, change: (list: unknown[]) => unknown[]): ProxyReply {
  const block = reply.result as { transactions?: unknown[] } | null | undefined;
  if (!Array.isArray(block?.transactions)) return reply;
  return { ...reply, result: { ...block, transactions: change(block.transactions) } };
}

/** All faults of hostile and failing RPCs. */
export const FAULTS = {
  hang: { scope: "post", isSlow: true, body: () => undefined },
  drip: { scope: "post", isSlow: true, body: "drip" },
  endless: { scope: "post", isSlow: true, body: "endless" },
  drop: { scope: "post", body: () => null },
  status429: { scope: "post", status: 429, headers: RETRIED_AT_ONCE, body: text("slow down") },
  status500: { scope: "post", status: 500, body: text("") },
  status502: { scope: "post", status: 502, body: text("<html>Bad gateway</html>") },
  redirect: { scope: "post", status: 307, headers: { location: "/elsewhere" }, body: (body) => body },
  html: { scope: "post", body: text("<!doctype html><title>Checking your browser</title>") },
  truncated: { scope: "post", body: (body) => body.slice(0, Math.floor(body.length * 0.6)) },
  emptyBody: { scope: "post", body: text("") },
  badGzip: { scope: "post", headers: { "content-encoding": "gzip" }, body: (body) => body },
  cutBody: { scope: "post", body: "cut" },
  wrongId: { scope: "entry", appliesTo: any, spoil: (reply) => ({ ...reply, id: Number(reply.id) + 1_000_000 }) },
  duplicateId: { scope: "entry", appliesTo: any, spoil: (reply) => [reply, { ...reply, result: null }] },
  leftOut: { scope: "entry", appliesTo: any, spoil: () => [] },
  rateLimited: { scope: "entry", appliesTo: any, spoil: refuse(-32_005, "rate limit exceeded") },
  internalError: { scope: "entry", appliesTo: any, spoil: refuse(-32_603, "internal error") },
  headerNotFound: { scope: "entry", appliesTo: isPinned, spoil: refuse(-32_000, "header not found") },
  nullResult: {
    scope: "entry",
    appliesTo: answersList(...OF_A_BLOCK, "eth_getTransactionReceipt", "eth_call", "eth_getBalance"),
    spoil: ({ id }) => ({ id, result: null }),
  },
  junkList: {
    scope: "entry",
    appliesTo: answersList("eth_getBlockReceipts", "eth_getLogs", "trace_block", "debug_traceBlockByHash"),
    spoil: ({ id }) => ({ id, result: [null] }),
  },
  wrongBlock: { scope: "entry", appliesTo: isNumbered, rewrite: requestOlder },
  cutTransactions: {
    scope: "entry",
    appliesTo: isNumbered,
    spoil: (reply, random) => withTransactions(reply, (list) => list.slice(0, Math.floor(random() * list.length))),
  },
  hashesOnly: {
    scope: "entry",
    appliesTo: ({ params }) => Array.isArray(params) && params[1] === true,
    spoil: (reply) =>
      withTransactions(reply, (list) => list.map((transaction) => (transaction as { hash: string }).hash)),
  },
  emptyResult: {
    scope: "entry",
    appliesTo: answersList("eth_getBlockReceipts", "trace_block", "debug_traceBlockByHash"),
    spoil: ({ id }) => ({ id, result: [] }),
  },
  tooManyLogs: {
    scope: "entry",
    appliesTo: spansBlocks,
    spoil: refuse(-32_005, "query returned more than 10000 results"),
  },
  cutLogs: { scope: "entry", appliesTo: spansBlocks, spoil: cut },
  cutReceipts: { scope: "entry", appliesTo: answersList("eth_getBlockReceipts"), spoil: cut },
  missingLog: { scope: "entry", appliesTo: answersList("eth_getBlockReceipts"), spoil: omitLog },
  cutTraces: { scope: "entry", appliesTo: answersList("trace_block", "debug_traceBlockByHash"), spoil: cut },
  lag: {
    scope: "entry",
    appliesTo: (call) => isLatest(call) || call.method === "eth_blockNumber",
    rewrite: ({ id, params }, head) => ({
      id,
      method: "eth_getBlockByNumber",
      params: [`0x${Math.max(0, head - LAG).toString(16)}`, Array.isArray(params) && params[1] === true],
    }),
  },
  wrongChain: {
    scope: "entry",
    needsSpare: true,
    appliesTo: answersList("eth_chainId"),
    spoil: ({ id }) => ({ id, result: "0xdead" }),
  },
  otherFork: { scope: "entry", needsFork: true, appliesTo: any },
} satisfies Record<string, PostFault | EntryFault>;

export type FaultKind = keyof typeof FAULTS;

const TABLE: Readonly<Record<FaultKind, PostFault | EntryFault>> = FAULTS;
export const getFault = (kind: FaultKind): PostFault | EntryFault => TABLE[kind];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const ALL_FAULTS = Object.keys(FAULTS) as FaultKind[];

/** Faults suitable for a single URL over a long time: without timeouts, and without another URL or upstream. */
export const QUICK_FAULTS: readonly FaultKind[] = ALL_FAULTS.filter((kind) => {
  const fault = getFault(kind);
  return fault.scope === "post" ? fault.isSlow !== true : !fault.needsSpare && !fault.needsFork;
});
