import type { Hex } from "viem";
import { postJson } from "./postJson.ts";

export type RpcCall = readonly [method: string, params: readonly unknown[]];

interface RpcAnswer {
  id: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** JSON-RPC to one node: `call` for one call, `batch` for many in one HTTP request. Both throw on the first error. */
export interface Rpc {
  call<T = Hex>(method: string, params?: readonly unknown[]): Promise<T>;
  batch<T = Hex>(calls: readonly RpcCall[]): Promise<T[]>;
}

const BATCH_LIMIT = 2_000;

export function createRpc(url: string): Rpc {
  const send = async (calls: readonly RpcCall[]): Promise<unknown[]> => {
    const body = JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params })));
    const answers = JSON.parse((await postJson(url, body)).body) as RpcAnswer[];
    return answers.toSorted((a, b) => a.id - b.id).map((answer) => getResult(answer, calls));
  };
  return {
    async call<T>(method: string, params: readonly unknown[] = []) {
      const [result] = await send([[method, params]]);
      return result as T;
    },
    async batch<T>(calls: readonly RpcCall[]) {
      const results: unknown[] = [];
      for (let from = 0; from < calls.length; from += BATCH_LIMIT) {
        results.push(...(await send(calls.slice(from, from + BATCH_LIMIT))));
      }
      return results as T[];
    },
  };
}

function getResult({ id, error, result }: RpcAnswer, calls: readonly RpcCall[]): unknown {
  if (error === undefined) return result;
  const [method, params] = calls[id] ?? ["?", []];
  throw new Error(`${method}: ${error.message} (${JSON.stringify(params).slice(0, 500)})`);
}
