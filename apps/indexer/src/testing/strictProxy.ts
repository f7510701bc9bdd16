import { setTimeout as sleep } from "node:timers/promises";
import { postJson } from "@portico/devnet";
import { createBucket } from "@portico/evm/testing/nodeProfiles";
import { startPostServer } from "./rpcProxy.ts";
import type { RpcProxy } from "./rpcProxy.ts";

export interface StrictOptions {
  /** Calls per second, and the burst size; each call of a batch counts. Excess calls are refused with status 429. */
  rps: number;
  /** A longer batch is refused as a whole, as by geth. */
  maxBatch: number;
  /** Before each response. */
  delayMs: number;
  /** One in this many HTTP requests is cut without a response. */
  dropEvery: number;
}

export interface StrictProxy extends RpcProxy {
  /** Received calls, each of a batch counted, by outcome. */
  readonly counts: { requested: number; answered: number; limited: number; tooMany: number; dropped: number };
}

interface Call {
  id: unknown;
  method: string;
}

const HEADERS = { "content-type": "application/json" };

/** A proxy in front of an RPC that enforces limits, as public endpoints do. */
export async function startStrictProxy(rpcUrl: string, options: StrictOptions): Promise<StrictProxy> {
  const { rps, maxBatch, delayMs, dropEvery } = options;
  const counts = { requested: 0, answered: 0, limited: 0, tooMany: 0, dropped: 0 };
  const take = createBucket(rps);
  let posts = 0;
  const proxy = await startPostServer(async ({ body, response }) => {
    const calls: Call[] = [JSON.parse(body) as Call | Call[]].flat();
    counts.requested += calls.length;
    if (++posts % dropEvery === 0) {
      counts.dropped += calls.length;
      response.destroy();
    } else if (calls.length > maxBatch) {
      counts.tooMany += calls.length;
      const refusal = { jsonrpc: "2.0", id: calls[0]!.id, error: { code: -32_600, message: "batch too large" } };
      response.writeHead(200, HEADERS).end(JSON.stringify([refusal]));
    } else if (take(calls.length)) {
      counts.answered += calls.length;
      await sleep(delayMs);
      const answer = await postJson(rpcUrl, body);
      response.writeHead(200, HEADERS).end(answer.body);
    } else {
      counts.limited += calls.length;
      response.writeHead(429, { ...HEADERS, "retry-after": "1" }).end("slow down");
    }
  });
  return { ...proxy, counts };
}
