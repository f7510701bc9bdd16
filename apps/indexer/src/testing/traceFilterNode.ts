import type { Address } from "@portico/evm";
import type { HistoryScene, SceneTrace } from "./historyScene.ts";
import { startRpcProxy } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

export interface TraceFilterRules {
  /** Blocks of one request. */
  maxBlocks?: number;
  /** Traces of one reply, whatever is requested. */
  maxTraces?: number;
  /** Whether a trace must be from and to the addresses, or one of both. */
  needsBoth?: boolean;
}

interface Call {
  id: unknown;
  method: string;
  params: [Filter];
}

interface Filter {
  fromBlock: string;
  toBlock: string;
  fromAddress?: Address[];
  toAddress?: Address[];
  after?: number;
  count?: number;
}

export interface TraceFilterNode extends RpcProxy {
  /** Of all requests. */
  filters: Filter[];
}

/** The scene's node with another client's trace_filter, and without ots. */
export async function startTraceFilterNode(scene: HistoryScene, rules: TraceFilterRules): Promise<TraceFilterNode> {
  const filters: Filter[] = [];
  const answer = (filter: Filter): object => {
    filters.push(filter);
    const { maxBlocks = Number.POSITIVE_INFINITY, maxTraces = Number.POSITIVE_INFINITY } = rules;
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
    const message = `Block range too large; currently limited to ${maxBlocks} blocks`;
    if (to - from + 1 > maxBlocks) return { error: { code: -32_602, message } };
    const { after = 0, count = maxTraces } = filter;
    const traces = scene.traces.filter(
      (trace) => trace.blockNumber >= from && trace.blockNumber <= to && matches(trace, filter, rules),
    );
    return { result: traces.slice(after, after + Math.min(count, maxTraces)) };
  };
  const proxy = await startRpcProxy(scene.chain.rpcUrl, async (body, forward) => {
    const parsed: Call | Call[] = JSON.parse(body);
    const calls = [parsed].flat();
    const forwarded = await forward(JSON.stringify(calls));
    const replies = JSON.parse(forwarded.body) as object[];
    const answers = calls.map(({ id, method, params }, at) => {
      if (method === "trace_filter") return { jsonrpc: "2.0", id, ...answer(params[0]) };
      const error = { code: -32_601, message: `the method ${method} does not exist` };
      return method.startsWith("ots_") ? { jsonrpc: "2.0", id, error } : replies[at];
    });
    return { status: 200, body: JSON.stringify(Array.isArray(parsed) ? answers : answers[0]) };
  });
  return { ...proxy, filters };
}

function matches({ action, result }: SceneTrace, filter: Filter, { needsBoth = false }: TraceFilterRules): boolean {
  const isFrom = filter.fromAddress?.includes(action.from);
  const to = action.to ?? result?.address;
  const isTo = to === undefined ? false : filter.toAddress?.includes(to);
  return needsBoth ? isFrom !== false && isTo !== false : isFrom === true || isTo === true;
}
