/**
 * `node replay.ts PORT UPSTREAM`: a JSON-RPC server that answers from memory what was asked before, and asks the
 * upstream the first time: so that a node's own speed is not what is measured. Answers are kept as the bytes that are sent:
 * making them anew each time would cost more of the two processors than the indexer itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface Call {
  readonly id: number | string;
  readonly method: string;
  readonly params?: unknown;
}

const [port, upstream = ""] = process.argv.slice(2);
/** `"result":…` or `"error":…` by method and parameters. */
const answers = new Map<string, Buffer>();

const keyOf = ({ method, params }: Call): string => `${method} ${JSON.stringify(params)}`;

async function record(calls: readonly Call[]): Promise<void> {
  const response = await fetch(upstream, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls.map((call, id) => ({ ...call, jsonrpc: "2.0", id }))),
  });
  for (const { id, result, error } of (await response.json()) as { id: number; result?: unknown; error?: unknown }[]) {
    const call = calls[id];
    if (call === undefined) throw new Error(`The node answered ${id}, which nobody asked`);
    answers.set(
      keyOf(call),
      Buffer.from(error === undefined ? `"result":${JSON.stringify(result)}` : `"error":${JSON.stringify(error)}`),
    );
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | readonly Call[];
  const calls = [body].flat() as readonly Call[];
  const unknown = calls.filter((call) => !answers.has(keyOf(call)));
  if (unknown.length > 0) await record(unknown);
  const parts = calls.flatMap((call, index) => [
    Buffer.from(`${index === 0 ? "" : ","}{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},`),
    answers.get(keyOf(call)) ?? Buffer.alloc(0),
    Buffer.from("}"),
  ]);
  const all = Array.isArray(body) ? [Buffer.from("["), ...parts, Buffer.from("]")] : parts;
  const length = all.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  response.cork();
  for (const part of all) response.write(part);
  response.end();
}

createServer((request, response) => {
  if (request.method !== "POST") {
    response.end("ok");
    return;
  }
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(502).end();
  });
}).listen(Number(port), "127.0.0.1");
