/* oxlint-disable no-shadow -- the inner one answers one call */
/**
 * `node serveChain.ts PORT FOLDER [HEAD]`: a node of the recorded chain that responds from memory with the bytes that
 * anvil sent, so that the speed of a node is not measured. Calls that were not recorded are sent to an anvil that
 * continues from the chain's state, and are stored for later runs. `GET /advance` shows one more block,
 * and `GET /seen` returns the time (ms since the epoch) at which a client was first told of it, or 0.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Devnet } from "@portico/devnet";
import type { Hex } from "viem";
import { type Answer, createAnswers, keyOf, type RpcCall } from "./answers.ts";
import type { Call } from "./calldata.ts";
import { createNode, type Node } from "./node.ts";
import { type ChainInfo, openChain } from "./recordChain.ts";
import { addToTable } from "./recording.ts";

const [port, folder = "", headBlock = "Infinity"] = process.argv.slice(2);
const answers = createAnswers(folder, Number(headBlock));
/** Methods that tell the head. */
const HEADS = new Set(["eth_blockNumber", "eth_getBlockByNumber"]);
let seenAt = 0;
let devnet: Promise<Devnet> | undefined;
let node: Promise<Node> | undefined;

function getNode(): Promise<Node> {
  devnet ??= openChain(folder);
  node ??= devnet.then(async ({ chains }) => {
    const opened = createNode(chains.eth?.rpcUrl ?? "");
    const { headBlock: recorded } = JSON.parse(readFileSync(join(folder, "facts.json"), "utf8")) as ChainInfo;
    const [head] = await opened.batch([["eth_blockNumber", []]]);
    if (Number(head) !== recorded) throw new Error(`anvil continued from block ${Number(head)} instead of ${recorded}`);
    return opened;
  });
  return node;
}

async function requestNode(call: RpcCall): Promise<Answer> {
  const unknown = answers.listUnknownCalls(call);
  const added = await Promise.all(unknown.map(requestCall));
  addToTable(folder, "calls", added);
  return answers.find(call) ?? (await requestOther(call));
}

async function requestCall(call: Call): Promise<readonly [key: string, result: string]> {
  const bytes = await (await getNode()).getBytes("eth_call", [call, "latest"]);
  const { result } = JSON.parse(`{${bytes.toString()}}`) as { result?: Hex };
  answers.addCall(call, result);
  return [`${call.to} ${call.data}`, result ?? ""];
}

async function requestOther(call: RpcCall): Promise<Answer> {
  const answer = await (await getNode()).getBytes(call.method, call.params ?? []);
  answers.addResult(call, answer);
  addToTable(folder, "later", [[keyOf(call), answer.toString()]]);
  return [answer];
}

async function answerAll(calls: readonly RpcCall[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const [index, call] of calls.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? "" : ","}{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},`));
    pieces.push(...(answers.find(call) ?? (await requestNode(call))));
    pieces.push(Buffer.from("}"));
  }
  return pieces;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | readonly RpcCall[];
  const calls = [body].flat() as readonly RpcCall[];
  const pieces = await answerAll(calls);
  const all: Uint8Array[] = Array.isArray(body) ? [Buffer.from("["), ...pieces, Buffer.from("]")] : pieces;
  const length = all.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  response.cork();
  for (const piece of all) response.write(piece);
  response.end();
  if (calls.some(({ method }) => HEADS.has(method))) seenAt ||= Date.now();
}

function control(path: string | undefined): string {
  if (path === "/seen") return String(seenAt);
  if (path !== "/advance") return "ok";
  seenAt = 0;
  return String(answers.advance());
}

const server = createServer((request, response) => {
  if (request.method !== "POST") {
    response.end(control(request.url));
    return;
  }
  answer(request, response).catch((error: unknown) => {
    if (server.listening) console.error(error);
    response.writeHead(502).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), "127.0.0.1");

process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void (async () => {
    (await node)?.close();
    await (await devnet)?.stop();
  })();
});
