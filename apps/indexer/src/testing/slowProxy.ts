import { setTimeout as sleep } from "node:timers/promises";
import { startRpcProxy } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

/** A proxy in front of an RPC that delays every request, so that it can be interrupted. */
export const startSlowProxy = (rpcUrl: string, delayMs: number): Promise<RpcProxy> =>
  startRpcProxy(rpcUrl, async (body, forward) => {
    const answer = await forward(body);
    await sleep(delayMs);
    return answer;
  });
