import { NATIVE_TOKEN } from "@portico/evm";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
} from "viem";
import type { ChainReader } from "./chainReader.ts";

export interface PastBlock {
  number: number;
  timeAt: number;
}

/** The state of a chain at past blocks, from its archive node. */
export interface PastChain {
  readonly blocks: readonly PastBlock[];
  /** The newest block at or before this time. */
  readonly findBlock: (timeAt: number) => PastBlock | undefined;
  /** In base units, in the order of the queries and tokens; 0 if the call fails. */
  readonly readBalances: (requests: readonly BalanceRequest[], tokens: readonly Address[]) => Promise<bigint[][]>;
}

export interface BalanceRequest {
  owner: Address;
  block: number;
}

const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";

export async function readPastChain(reader: ChainReader): Promise<PastChain> {
  const head = Number(await reader.request<Hex>("eth_blockNumber"));
  const answers = await reader.requestMany<{ timestamp: Hex }>(
    Array.from({ length: head + 1 }, (_, number) => ["eth_getBlockByNumber", [numberToHex(number), false]]),
  );
  const blocks = answers.map(({ timestamp }, number) => ({ number, timeAt: Number(timestamp) }));
  return {
    blocks,
    findBlock: (timeAt) => blocks.findLast((block) => block.timeAt <= timeAt),
    async readBalances(requests, tokens) {
      const results = await reader.requestMany<Hex>(
        requests.map(({ owner, block }) => [
          "eth_call",
          [{ to: MULTICALL3, data: encodeRequest(owner, tokens) }, numberToHex(block)],
        ]),
      );
      return results.map((data) => (data === "0x" ? tokens.map(() => 0n) : decodeAmounts(data))); // no contract at that block yet
    },
  };
}

function encodeRequest(owner: Address, tokens: readonly Address[]): Hex {
  const calls = tokens.map((token) => {
    const callData =
      token === NATIVE_TOKEN
        ? encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args: [owner] })
        : encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });
    return { target: token === NATIVE_TOKEN ? MULTICALL3 : token, allowFailure: true, callData };
  });
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
}

const decodeAmounts = (data: Hex): bigint[] =>
  decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data }).map(({ success, returnData }) =>
    success && returnData.length === 66 ? BigInt(returnData) : 0n,
  );
