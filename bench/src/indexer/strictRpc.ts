import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface StrictLimits {
  /** Calls per second, and as many concurrently; further calls are refused with status 429. */
  readonly rps: number;
  /** A larger batch is refused. */
  readonly maxBatch: number;
  readonly delayMs: number;
  /** One in this many requests is dropped. */
  readonly dropEvery: number;
}

export interface StrictRpc {
  readonly url: string;
  /** Calls, including each one in a batch, whatever their outcome. */
  readonly countCalls: () => number;
  readonly stop: () => Promise<void>;
}

const NO_LIMITS: StrictLimits = { rps: Infinity, maxBatch: Infinity, delayMs: 0, dropEvery: Infinity };
const HEADERS = { "content-type": "application/json" };
const REFUSAL = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: "batch too large" } });

/** A proxy that enforces limits on a node's callers, as public endpoints do. Without limits it only counts. */
export async function startStrictRpc(target: string, limits: Partial<StrictLimits> = {}): Promise<StrictRpc> {
  const { rps, maxBatch, delayMs, dropEvery } = { ...NO_LIMITS, ...limits };
  let [batch, requests, tokens, refilledAt] = [0, 0, rps, performance.now()];
  const take = (calls: number): boolean => {
    const now = performance.now();
    tokens = Math.min(rps, tokens + (rps * (now - refilledAt)) / 1000);
    refilledAt = now;
    if (tokens < calls) return false;
    tokens -= calls;
    return true;
  };
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls = [JSON.parse(body) as unknown].flat().length;
      batch += calls;
      if (++requests % dropEvery === 0) return response.destroy();
      if (calls > maxBatch) return response.writeHead(200, HEADERS).end(REFUSAL);
      if (rps !== Infinity && !take(calls)) return response.writeHead(429, { "retry-after": "1" }).end();
      await sleep(delayMs);
      const answer = await fetch(target, { method: "POST", body, headers: HEADERS });
      return response.writeHead(200, HEADERS).end(await answer.text());
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, countCalls: () => batch, stop };
}
