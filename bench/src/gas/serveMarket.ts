import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { numberToHex } from "viem";
import type { FeeMarket } from "./feeMarket.ts";
import { suggestTip } from "./suggestTip.ts";
import type { MarketBlock } from "./marketBlock.ts";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface MarketNode {
  readonly url: string;
  /** Serves this chain from now on. */
  readonly use: (market: FeeMarket) => void;
  readonly stop: () => Promise<void>;
}

/** The fee methods of a node, with geth's behaviour. */
export async function serveMarket(): Promise<MarketNode> {
  let market: FeeMarket | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls = JSON.parse(body) as Call | readonly Call[];
      const answer = (call: Call) => ({ jsonrpc: "2.0", id: call.id, ...reply(market, call) });
      const text = JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls as Call));
      response.writeHead(200, { "content-type": "application/json" }).end(text);
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
  const use = (next: FeeMarket): void => {
    market = next;
  };
  return { url: `http://127.0.0.1:${port}`, use, stop };
}

function reply(market: FeeMarket | undefined, { method, params = [] }: Call): { result: unknown } | { error: unknown } {
  if (method === "eth_chainId") return { result: "0x1" };
  if (market === undefined) return { error: { code: -32_000, message: "no chain yet" } };
  if (method === "eth_blockNumber") return { result: numberToHex(market.head.number) };
  if (method === "eth_getBlockByNumber") return { result: toRpcBlock(findBlock(market, params[0])) };
  if (method === "eth_maxPriorityFeePerGas") return { result: numberToHex(suggestTip(market.blocks)) };
  if (method === "eth_gasPrice") return { result: numberToHex(market.nextBaseFee + suggestTip(market.blocks)) };
  if (method === "eth_feeHistory") return { result: feeHistory(market, params) };
  return { error: { code: -32_601, message: `the method ${method} does not exist` } };
}

const findBlock = ({ blocks, head }: FeeMarket, tag: unknown): MarketBlock =>
  (typeof tag === "string" && tag.startsWith("0x") ? blocks[Number(tag)] : undefined) ?? head;

const hash = (number: number): string => numberToHex(number + 1, { size: 32 });

const toRpcBlock = (block: MarketBlock) => ({
  number: numberToHex(block.number),
  hash: hash(block.number),
  parentHash: hash(block.number - 1),
  timestamp: numberToHex(block.timeAt),
  baseFeePerGas: numberToHex(block.baseFee),
  gasLimit: numberToHex(block.gasLimit),
  gasUsed: numberToHex(block.gasUsed),
  transactions: [],
});

/** @see https://ethereum.github.io/execution-apis/api/methods/eth_feeHistory */
function feeHistory(market: FeeMarket, [count, newest, percentiles]: readonly unknown[]) {
  const last = findBlock(market, newest);
  const blocks = market.blocks.slice(Math.max(0, last.number + 1 - Number(count)), last.number + 1);
  const after = market.blocks[last.number + 1]?.baseFee ?? market.nextBaseFee;
  return {
    oldestBlock: numberToHex(blocks[0]?.number ?? 0),
    baseFeePerGas: [...blocks.map(({ baseFee }) => baseFee), after].map((fee) => numberToHex(fee)),
    gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) => gasUsed / gasLimit),
    reward: blocks.map((block) => rewards(block, percentiles as readonly number[])),
  };
}

/** Percentiles of tips weighted by gas, as geth computes them. */
function rewards({ included, gasUsed }: MarketBlock, percentiles: readonly number[]): string[] {
  const sorted = included.toSorted((a, b) => a.tip - b.tip);
  let [index, gas] = [0, sorted[0]?.gas ?? 0];
  return percentiles.map((percentile) => {
    while (gas < (gasUsed * percentile) / 100 && index < sorted.length - 1) gas += sorted[++index]?.gas ?? 0;
    return numberToHex(sorted[index]?.tip ?? 0);
  });
}
