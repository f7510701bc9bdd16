import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A node that is far away: every answer takes this much longer. */
export interface DelayedRpc {
  readonly url: string;
  /** Since the last time it was asked for. */
  readonly take: () => Traffic;
  readonly stop: () => Promise<void>;
}

export interface Traffic {
  /** HTTP requests. */
  readonly requests: number;
  /** View calls, counted one by one where a multicall holds many. */
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

/** Lengths that a call of the precompile `modexp` begins with: packages/evm asks again with it what failed beside others. */
const PROOF = [1024, 32, 1024].map((length) => length.toString(16).padStart(64, "0")).join("");

/** Of an aggregate3: the length of its list, its second word; none where all of it was asked before. */
function countCalls(data = ""): number {
  if (!data.startsWith(AGGREGATE3)) return 1;
  return data.includes(PROOF) ? 0 : Number(`0x${data.slice(10 + 64, 10 + 128)}`);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
