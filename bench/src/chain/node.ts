import { Agent, request } from "node:http";

/** JSON-RPC client of a local node. */
export interface Node {
  /** Sends all in one request. @throws the first error. */
  batch(calls: readonly (readonly [method: string, params: readonly unknown[]])[]): Promise<unknown[]>;
  /** One call: the bytes of `"result":…` or `"error":…` as the node sent them. */
  getBytes(method: string, params: unknown): Promise<Buffer>;
  close(): void;
}

export function createNode(url: string): Node {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const post = (body: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const sent = request(url, { method: "POST", agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(Buffer.concat(chunks)));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return {
    async batch(calls) {
      const body = JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params })));
      const answers = JSON.parse((await post(body)).toString()) as { id: number; result?: unknown; error?: unknown }[];
      return answers
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, result, error }) => {
          if (error === undefined) return result;
          throw new Error(`${calls[id]?.[0]}: ${JSON.stringify(error).slice(0, 500)}`);
        });
    },
    async getBytes(method, params) {
      const bytes = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      const prefix = '{"jsonrpc":"2.0","id":1,';
      if (bytes.toString("latin1", 0, prefix.length) !== prefix) throw new Error(`${method}: ${bytes.toString()}`);
      return bytes.subarray(prefix.length, bytes.length - 1);
    },
    close: () => agent.destroy(),
  };
}
