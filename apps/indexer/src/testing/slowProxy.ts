import { setTimeout as sleep } from "node:timers/promises";
import { startRpcProxy } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

/** Stands before an RPC and makes every request take this much longer, so that there is time to break in. */
export const startSlowProxy = (rpcUrl: string, delayMs: number): Promise<RpcProxy> =>
  startRpcProxy(rpcUrl, async (body, ask) => {
    const answer = await ask(body);
    await sleep(delayMs);
    return answer;
  });
