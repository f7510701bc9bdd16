import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface PrunedRpc {
  readonly url: string;
  /** The number of requested headers since the last call. */
  readonly takeHeaderCount: () => number;
  readonly stop: () => Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** What it reports of blocks by number. */
export interface PrunedHeaders {
  /** null: it has no such block. */
  readonly timeOf: (blockNumber: bigint) => number | null;
}

/**
 * A node of mainnet without the state of blocks before one, and of all blocks that are named by hash; others are empty.
 */
export async function startPrunedRpc(firstBlock: bigint, headers?: PrunedHeaders): Promise<PrunedRpc> {
  let headerCount = 0;
  const readHeader = (number: string) => {
    headerCount++;
    const timeAt = headers?.timeOf(BigInt(number)) ?? null;
    const hash = `0x${number.slice(2).padStart(64, "0")}`;
    return timeAt === null ? null : { number, hash, timestamp: `0x${timeAt.toString(16)}` };
  };
  const answer = ({ id, method, params = [] }: Call) => {
    if (method === "eth_chainId") return { jsonrpc: "2.0", id, result: "0x1" };
    if (method === "eth_getBlockByNumber") return { jsonrpc: "2.0", id, result: readHeader(String(params[0])) };
    const block = params[1];
    const isThere = typeof block === "string" && BigInt(block) >= firstBlock;
    const error = { code: -32_000, message: "historical state is not available" };
    return isThere ? { jsonrpc: "2.0", id, result: "0x0" } : { jsonrpc: "2.0", id, error };
  };
  const server: Server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls = JSON.parse(body) as Call | Call[];
      const replies = Array.isArray(calls) ? calls.map(answer) : answer(calls);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(replies));
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const takeHeaderCount = () => {
    const count = headerCount;
    headerCount = 0;
    return count;
  };
  return { url: `http://127.0.0.1:${port}`, takeHeaderCount, stop };
}
