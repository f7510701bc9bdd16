import type { Rpc, RpcCall } from "../anvil/rpc.ts";

/** Blocks after genesis, and their transactions. */
export async function countChain(rpc: Rpc): Promise<{ blockCount: number; transactionCount: number }> {
  const blockCount = Number(await rpc.call("eth_blockNumber"));
  const calls = Array.from({ length: blockCount }, (_, index): RpcCall => [
    "eth_getBlockTransactionCountByNumber",
    [`0x${(index + 1).toString(16)}`],
  ]);
  const counts = await rpc.batch(calls);
  return { blockCount, transactionCount: counts.reduce((sum, count) => sum + Number(count), 0) };
}
