import { once } from "node:events";
import { createServer } from "node:http";

export interface RewritingProxy {
  url: string;
  /** Methods asked, one for each call. */
  methods: string[];
  stop(): Promise<void>;
}

interface Call {
  id: unknown;
  method: string;
  params: unknown[];
}

/** Stands before an RPC and answers what `rewrite` makes of each result; undefined: that the method is not known. */
export async function startRewritingProxy(
  rpcUrl: string,
  rewrite: (call: Call, result: unknown) => unknown,
): Promise<RewritingProxy> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString());
      const calls = [body].flat();
      methods.push(...calls.map(({ method }) => method));
      const headers = { "content-type": "application/json" };
      const answer = await fetch(rpcUrl, { method: "POST", headers, body: JSON.stringify(calls) });
      const replies = (await answer.json()) as { id: unknown; result?: unknown; error?: unknown }[];
      const rewritten = replies.map((reply, at) => rewriteReply(calls[at]!, reply, rewrite));
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(body) ? rewritten : rewritten[0]));
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    methods,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
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
