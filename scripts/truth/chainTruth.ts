import {
  type Address,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  http,
  type PublicClient,
} from "viem";

/** A chain asked directly, sharing nothing with the indexer: what the service's answers are held against. */
export interface ChainTruth {
  /** Every contract that ever emitted an ERC-20 Transfer. */
  readonly tokens: readonly Address[];
  /** Non-zero balances of an owner in base units, the native coin under "native". */
  readonly balancesOf: (owner: Address) => Promise<ReadonlyMap<string, bigint>>;
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export async function askChain(rpcUrl: string): Promise<ChainTruth> {
  const client = createPublicClient({ transport: http(rpcUrl, { batch: { batchSize: 500 } }) });
  const tokens = await listTransferEmitters(client);
  const balancesOf = async (owner: Address) => {
    const [native, ...rawAmounts] = await Promise.all([
      client.getBalance({ address: owner }),
      ...tokens.map((token) => balanceOf(client, token, owner)),
    ]);
    const entries = [["native", native] as const, ...tokens.map((token, i) => [token, rawAmounts[i] ?? 0n] as const)];
    return new Map(entries.filter(([, rawAmount]) => rawAmount > 0n));
  };
  return { tokens, balancesOf };
}

/** ERC-20 only: an ERC-721 Transfer has its id as a fourth topic. */
async function listTransferEmitters(client: PublicClient): Promise<Address[]> {
  const logs = await client.request({
    method: "eth_getLogs",
    params: [{ fromBlock: "0x0", toBlock: "latest", topics: [TRANSFER] }],
  });
  const emitters = logs
    .filter(({ topics }) => topics.length === 3)
    .map(({ address }) => address.toLowerCase() as Address);
  return [...new Set(emitters)].toSorted();
}

async function balanceOf(client: PublicClient, token: Address, owner: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });
  const { data: result } = await client.call({ to: token, data });
  return decodeFunctionResult({ abi: erc20Abi, functionName: "balanceOf", data: result ?? "0x" });
}
