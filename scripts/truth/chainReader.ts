import { postJson } from "@portico/devnet";
import { type Address, type Hex, numberToHex } from "viem";

export interface Call {
  to: Address;
  data: Hex;
}

/** The state after a block; with `timeAt` (unix seconds) as the block time instead of the block's own. */
export interface BlockTime {
  block: Hex | "latest";
  timeAt?: number;
}

type Request = readonly [method: string, params: readonly unknown[]];

interface Reply {
  id: number;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Direct access to a chain's node. By default everything is read after its newest block. */
export interface ChainReader {
  request<T>(method: string, params?: readonly unknown[]): Promise<T>;
  requestMany<T>(requests: readonly Request[]): Promise<T[]>;
  /** The return data of each call; undefined if it reverts or needs more gas than a well-behaved view. */
  callMany(calls: readonly Call[], blockTime?: BlockTime): Promise<(Hex | undefined)[]>;
}

const BATCH = 1_000;
/** No well-behaved view needs more; a call that needs more counts as failed. */
const VIEW_GAS = numberToHex(3_000_000);
const EXECUTION_FAILURE = /revert|EVM error|out of gas|OutOfGas|opcode/i;

export function createChainReader(rpcUrl: string): ChainReader {
  const send = async (requests: readonly Request[]): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (let from = 0; from < requests.length; from += BATCH) {
      const batch = requests.slice(from, from + BATCH);
      const body = JSON.stringify(batch.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params })));
      const answered = await postJson(rpcUrl, body);
      replies.push(...(JSON.parse(answered.body) as Reply[]).toSorted((a, b) => a.id - b.id));
    }
    return replies;
  };
  const requestMany = async <T>(requests: readonly Request[]): Promise<T[]> =>
    (await send(requests)).map(({ result, error }) => {
      if (error !== undefined) throw new Error(error.message);
      return result as T;
    });
  return {
    requestMany,
    request: async <T>(method: string, params: readonly unknown[] = []) =>
      (await requestMany<T>([[method, params]]))[0] as T,
    async callMany(calls, { block, timeAt }: BlockTime = { block: "latest" }) {
      const after = timeAt === undefined ? [block] : [block, {}, { time: numberToHex(timeAt) }];
      const replies = await send(calls.map((call): Request => ["eth_call", [{ ...call, gas: VIEW_GAS }, ...after]]));
      return replies.map(({ result, error }) => {
        if (error === undefined) return result as Hex;
        if (EXECUTION_FAILURE.test(error.message)) return undefined;
        throw new Error(error.message);
      });
    },
  };
}
