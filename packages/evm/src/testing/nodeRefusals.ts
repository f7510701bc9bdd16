/** Limits of an endpoint; what is left out is not limited. */
export interface NodeProfile {
  /** Blocks of one eth_getLogs. */
  readonly logBlocks?: number;
  /** Every eth_getLogs must name addresses. */
  readonly needsAddress?: boolean;
  /** Addresses, and alternatives at a position of the topics, of one eth_getLogs. */
  readonly maxTopics?: number;
  /** Calls of a batch; 1: none. */
  readonly maxBatch?: number;
  /** Age of the oldest state, in blocks. */
  readonly stateBlocks?: number;
  /** Calls per second. */
  readonly rps?: number;
  /** Calls at once, as long as fewer were sent before; default: those of a second. */
  readonly burst?: number;
  /** What the rate counts; default: the calls, each of a batch. */
  readonly rpsOf?: "calls" | "requests";
  /** How more calls are refused; default: status 429 with Retry-After. */
  readonly rateBy?: "error" | "status";
  /** Methods that it does not have. */
  readonly lacks?: RegExp;
  /** One in this many requests gets a page of HTML. */
  readonly htmlEvery?: number;
  /** Before each response. */
  readonly delayMs?: number;
  /** Whether refusals name the limit. */
  readonly isVague?: boolean;
}

export interface NodeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface Refusal {
  /** What is refused, without the amount. */
  readonly reason: string;
  /** Whether the message names the limit; otherwise smaller amounts may be tried. */
  readonly isNamed: boolean;
  readonly amount: number;
  readonly error: { readonly code: number; readonly message: string };
}

/** What a node with these limits refuses, in the words of providers. */
export interface Refusals {
  findBatch(calls: number): Refusal | undefined;
  find(call: NodeCall): Promise<Refusal | undefined>;
  /** After the responses were sent. */
  noteSent(refused: Iterable<Refusal>): void;
  /** Descriptions of refusals that an earlier response had ruled out. */
  repeated(): readonly string[];
}

/** Requests that were under way when a refusal was sent don't count. */
const UNDER_WAY_MS = 250;
const STATE_BLOCK_AT: Readonly<Record<string, number>> = {
  debug_traceCall: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
};

export function createRefusals(limits: NodeProfile, readHead: () => Promise<number>): Refusals {
  const { isVague = false } = limits;
  const sent: (Refusal & { at: number })[] = [];
  const again: string[] = [];
  const refuse = (reason: string, amount: number, error: Refusal["error"], isNamed = !isVague): Refusal => {
    const now = performance.now();
    const isKnown = sent.some(
      (one) => one.reason === reason && one.at < now - UNDER_WAY_MS && (one.isNamed || amount >= one.amount),
    );
    if (isKnown) again.push(`${reason} (${amount}): ${error.message}`);
    return { reason, amount, error, isNamed };
  };
  const findLogs = (filter: LogParams): Refusal | undefined => {
    const { logBlocks, needsAddress, maxTopics } = limits;
    const addresses = filter.address === undefined ? [] : [filter.address].flat();
    if (needsAddress === true && addresses.length === 0)
      return refuse("logs without address", 1, { code: -32_701, message: "Please specify an address in your request" });
    const alternatives = Math.max(
      addresses.length,
      ...(filter.topics ?? []).map((topic) => [topic ?? []].flat().length),
    );
    if (maxTopics !== undefined && alternatives > maxTopics)
      return refuse("topics", alternatives, { code: -32_602, message: "exceed max topics" }, false);
    if (logBlocks === undefined || filter.fromBlock === undefined || filter.toBlock === undefined) return undefined;
    const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1;
    if (!(blocks > logBlocks)) return undefined;
    const named = `You can make eth_getLogs requests with up to a ${logBlocks} block range.`;
    return refuse("log range", blocks, { code: -32_600, message: isVague ? "block range is too wide" : named });
  };
  const findState = async ({ method, params = [] }: NodeCall): Promise<Refusal | undefined> => {
    const at = STATE_BLOCK_AT[method];
    const block = at === undefined ? undefined : params[at];
    if (limits.stateBlocks === undefined || typeof block !== "string" || !block.startsWith("0x")) return undefined;
    const depth = (await readHead()) - Number(block);
    if (depth < limits.stateBlocks) return undefined;
    return refuse("old state", depth, { code: -32_000, message: "missing trie node 0a (path ) <nil>" }, false);
  };
  return {
    findBatch(calls) {
      const { maxBatch } = limits;
      if (maxBatch === undefined || calls <= maxBatch) return undefined;
      if (maxBatch === 1) return refuse("batch", calls, { code: -32_600, message: "batch requests are not supported" });
      const message = isVague ? "batch too large" : `batch of ${calls} calls exceeds the limit of ${maxBatch}`;
      return refuse("batch", calls, { code: -32_600, message });
    },
    async find(call) {
      if (limits.lacks?.test(call.method) === true) {
        const message = `the method ${call.method} does not exist/is not available`;
        return refuse(`method ${call.method}`, 1, { code: -32_601, message });
      }
      if (call.method === "eth_getLogs") return findLogs(call.params?.[0] ?? {});
      return findState(call);
    },
    noteSent(refused) {
      const at = performance.now();
      for (const one of new Set(refused)) sent.push({ ...one, at });
    },
    repeated: () => again,
  };
}

interface LogParams {
  address?: string | string[];
  topics?: (string | string[] | null)[];
  fromBlock?: string;
  toBlock?: string;
}
