import type { Hash, Hex, Rpc } from "@portico/evm";
import { compactBlock } from "../source/compactBlock.ts";
import { readHeader } from "../source/readHeader.ts";
import type { Header, NodeBlock, NodeTransaction } from "../source/readHeader.ts";
import { requestBlock } from "../source/requests.ts";
import { InvalidDataError } from "../source/invalidDataError.ts";
import type { FoundTransaction } from "./callSource.ts";

/** A transaction with its block's header, as if the block had only this one. */
export interface LocatedTransaction {
  header: Header;
  /** In its block. */
  index: number;
}

/** @returns undefined if the node doesn't have it. @throws InvalidDataError if its block is not the one that it names. */
export const locateTransaction = async (rpc: Rpc, wanted: FoundTransaction): Promise<LocatedTransaction | undefined> =>
  (await findInBlock(rpc, wanted)) ?? (await findByHash(rpc, wanted));

/** Calls per second of a node to which one large response is cheaper than two small ones. */
const SCARCE_RATE = 100;

/** By one request for the whole block, if calls are scarce; undefined if the block doesn't have it. */
async function findInBlock(rpc: Rpc, { hash, blockNumber }: FoundTransaction): Promise<LocatedTransaction | undefined> {
  const { batchRate = Number.POSITIVE_INFINITY } = await rpc.readLimits();
  if (batchRate > SCARCE_RATE) return undefined;
  const read = (block: NodeBlock | null): Header => readHeader(blockNumber, block, true);
  const header = read(await requestBlock(rpc, blockNumber, true, (block) => void read(block)));
  const index = header.transactionHashes.indexOf(hash);
  const transaction = header.transactions[index];
  if (transaction === undefined) return undefined;
  return { header: { ...header, transactionHashes: [hash], transactions: [transaction] }, index };
}

type SentTransaction = NodeTransaction & {
  blockNumber?: Hex | null;
  blockHash?: Hash | null;
  transactionIndex?: Hex;
};

/**
 * By its hash, in whichever block; undefined if the node doesn't have it.
 * @throws InvalidDataError if its block is not the one that it names.
 */
async function findByHash(rpc: Rpc, { hash }: FoundTransaction): Promise<LocatedTransaction | undefined> {
  const transaction = await rpc.send<SentTransaction | null>({ method: "eth_getTransactionByHash", params: [hash] });
  if (transaction?.blockNumber === undefined || transaction.blockNumber === null) return undefined;
  const blockNumber = BigInt(transaction.blockNumber);
  const index = Number(transaction.transactionIndex);
  const read = (block: NodeBlock | null): Header => {
    const header = readHeader(blockNumber, block, false);
    if (transaction.hash !== hash || header.hash !== transaction.blockHash || header.transactionHashes[index] !== hash)
      throw new InvalidDataError("block", blockNumber, `it doesn't have the transaction ${hash}`);
    return header;
  };
  const { node } = read(await requestBlock(rpc, blockNumber, false, (block) => void read(block)));
  return { header: readHeader(blockNumber, compactBlock({ ...node, transactions: [transaction] }), true), index };
}
