import type { Address, Hash, Rpc } from "@portico/evm";
import { getContractAddress, numberToHex } from "viem";
import type { RpcBlock, RpcTransaction } from "viem";

/** What the indexer keeps of a block: who it is, and whose native balance it can have changed. */
export interface ChainBlock {
  blockNumber: bigint;
  hash: Hash;
  parentHash: Hash;
  /** Unix seconds. */
  timeAt: number;
  transactionCount: number;
  /** The block's producer and who got withdrawals; senders, receivers and created contracts if transactions were asked for. */
  nativeOwners: readonly Address[];
}

export interface BlockOptions {
  /** Whether the node sends its transactions whole, which is five times the work. */
  withTransactions?: boolean;
}

/** @param block - A number, or "latest". @throws when the node lacks the block. */
export async function getBlock(rpc: Rpc, block: bigint | "latest", options: BlockOptions = {}): Promise<ChainBlock> {
  const found = await findBlock(rpc, block, options);
  if (found === undefined) throw new Error(`The node has no block ${block}`);
  return found;
}

export async function findBlock(
  rpc: Rpc,
  block: bigint | "latest",
  { withTransactions = false }: BlockOptions = {},
): Promise<ChainBlock | undefined> {
  const at = block === "latest" ? block : numberToHex(block);
  const answer = await rpc.request({ method: "eth_getBlockByNumber", params: [at, withTransactions] });
  return answer === null ? undefined : toChainBlock(answer);
}

/** Blocks of a range (inclusive), in order; the calls travel as batches. */
export const listBlocks = (
  rpc: Rpc,
  fromBlock: bigint,
  toBlock: bigint,
  options: BlockOptions,
): Promise<ChainBlock[]> =>
  Promise.all(
    Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, index) =>
      getBlock(rpc, fromBlock + BigInt(index), options),
    ),
  );

function toChainBlock({ number, hash, parentHash, timestamp, miner, transactions, withdrawals }: RpcBlock): ChainBlock {
  if (number === null || hash === null) throw new Error("The node answered with a pending block");
  const participants = transactions.flatMap((transaction) =>
    typeof transaction === "string" ? [] : listParticipants(transaction),
  );
  const receivers = withdrawals?.map(({ address }) => address) ?? [];
  const owners = [...participants, ...receivers, ...(miner === null ? [] : [miner])];
  return {
    blockNumber: BigInt(number),
    hash,
    parentHash,
    timeAt: Number(timestamp),
    transactionCount: transactions.length,
    nativeOwners: owners.map(toLowerCase),
  };
}

/** Nodes and libraries may answer with EIP-55 capitals. */
const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

const listParticipants = ({ from, to, nonce }: RpcTransaction): Address[] =>
  to === null ? [from, getContractAddress({ from, nonce: BigInt(nonce) })] : [from, to];
