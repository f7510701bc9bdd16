import { startRpcProxy } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

export interface RewritingProxy extends RpcProxy {
  /** Requested methods, one per call. */
  methods: string[];
}

interface Call {
  id: unknown;
  method: string;
  params: unknown[];
}

/** A proxy in front of an RPC that passes each result through `rewrite`; undefined: the method is unknown. */
export async function startRewritingProxy(
  rpcUrl: string,
  rewrite: (call: Call, result: unknown) => unknown,
): Promise<RewritingProxy> {
  const methods: string[] = [];
  const proxy = await startRpcProxy(rpcUrl, async (body, forward) => {
    const received: Call | Call[] = JSON.parse(body);
    const calls = [received].flat();
    methods.push(...calls.map(({ method }) => method));
    const answer = await forward(JSON.stringify(calls));
    const replies = JSON.parse(answer.body) as { id: unknown; result?: unknown; error?: unknown }[];
    const rewritten = replies.map((reply, at) => rewriteReply(calls[at]!, reply, rewrite));
    return { status: 200, body: JSON.stringify(Array.isArray(received) ? rewritten : rewritten[0]) };
  });
  return { ...proxy, methods };
}

function rewriteReply(
  call: Call,
  reply: { result?: unknown },
  rewrite: (call: Call, result: unknown) => unknown,
): unknown {
  if (!("result" in reply)) return reply;
  const result = rewrite(call, reply.result);
  const error = { code: -32_601, message: `the method ${call.method} does not exist` };
  return result === undefined ? { jsonrpc: "2.0", id: call.id, error } : { ...reply, result };
}
