import { startRpcProxy } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

export interface CountingProxy extends RpcProxy {
  /** Every HTTP request's methods, in order. */
  posts: string[][];
}

/** A proxy in front of an RPC that records its calls. */
export async function startCountingProxy(rpcUrl: string): Promise<CountingProxy> {
  const posts: string[][] = [];
  const proxy = await startRpcProxy(rpcUrl, (body, forward) => {
    const calls = JSON.parse(body) as { method: string } | { method: string }[];
    posts.push([calls].flat().map(({ method }) => method));
    return forward(body);
  });
  return { ...proxy, posts };
}
