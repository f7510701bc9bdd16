import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A node with added latency: every response takes this much longer. */
export interface DelayedRpc {
  readonly url: string;
  /** Counts since the previous call. */
  readonly take: () => Traffic;
  readonly stop: () => Promise<void>;
}

export interface Traffic {
  /** HTTP requests. */
  readonly requests: number;
  /** View calls; each entry of a multicall counts. */
  readonly reads: number;
}

interface Call {
  readonly method: string;
  readonly params?: readonly { readonly data?: string }[];
}

const AGGREGATE3 = "0x82ad56cb";

export async function startDelayedRpc(target: string, delayMs: number): Promise<DelayedRpc> {
  let requests = 0;
  let reads = 0;
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      requests += 1;
      reads += countReads(body);
      const answer = await fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } });
      const text = await answer.text();
      await sleep(delayMs);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const take = (): Traffic => {
    const traffic = { requests, reads };
    [requests, reads] = [0, 0];
    return traffic;
  };
  return { url: `http://127.0.0.1:${port}`, take, stop: () => close(server) };
}

function countReads(body: string): number {
  const parsed = JSON.parse(body) as Call | readonly Call[];
  const calls = (Array.isArray(parsed) ? parsed : [parsed]) as readonly Call[];
  return calls.reduce(
    (sum, { method, params }) => (method === "eth_call" ? sum + countCalls(params?.[0]?.data) : sum),
    0,
  );
}

/**
 * Length words at the start of a `modexp` precompile call: packages/evm retries with it calls that failed in an
 * aggregate.
 */
const PROOF = [1024, 32, 1024].map((length) => length.toString(16).padStart(64, "0")).join("");

/** Entries of an aggregate3: the length of its list; 0 if the request was seen before. */
function countCalls(data = ""): number {
  if (!data.startsWith(AGGREGATE3)) return 1;
  return data.includes(PROOF) ? 0 : Number(`0x${data.slice(10 + 64, 10 + 128)}`);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
