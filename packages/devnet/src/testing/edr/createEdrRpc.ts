import type { Hash, Hex } from "viem";
import { createRpc } from "../../anvil/rpc.ts";
import type { Rpc, RpcCall } from "../../anvil/rpc.ts";

type Perform = (params: readonly unknown[]) => Promise<unknown>;

/**
 * The methods of anvil that build the devnet's chains, by those of Hardhat. Blocks are mined one by one, because the
 * many of one `hardhat_mine` don't name their parents.
 */
export function createEdrRpc(url: string): Rpc {
  const rpc = createRpc(url);
  const impersonated = new Set<unknown>();
  const send: Perform = async (params) => {
    const [{ from }] = params as readonly [{ from?: unknown }];
    if (!impersonated.has(from)) await rpc.call("hardhat_impersonateAccount", [from]);
    impersonated.add(from);
    return await rpc.call("eth_sendTransaction", params);
  };
  const receiptOf = (hash: unknown) => rpc.call<unknown>("eth_getTransactionReceipt", [hash]);
  const methods: Readonly<Record<string, Perform>> = {
    anvil_mine: async ([blocks = "0x1"]) => {
      for (let left = Number(blocks); left > 0; left--) await rpc.call("evm_mine");
    },
    anvil_setBlockTimestampInterval: async () => undefined,
    eth_getBlockReceipts: async ([block]) => {
      const { transactions } = await rpc.call<{ transactions: Hash[] }>("eth_getBlockByNumber", [block, false]);
      return Promise.all(transactions.map(receiptOf));
    },
    eth_sendTransaction: send,
    eth_sendTransactionSync: async (params) => receiptOf(await send(params)),
  };
  const call = async <T = Hex>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const own = methods[method];
    return own === undefined
      ? await rpc.call<T>(method.replace(/^anvil_/, "hardhat_"), params)
      : ((await own(params)) as T);
  };
  return {
    call,
    async batch<T = Hex>(calls: readonly RpcCall[]) {
      const results: T[] = [];
      for (const [method, params] of calls) results.push(await call<T>(method, params));
      return results;
    },
  };
}
