import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { AFTER_TRANSACTIONS, LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import { getContractAddress } from "viem";
import type { Changes } from "../chain/changes.ts";
import type { SourceBlock, SourceTransaction } from "../source/sourceBlock.ts";

/** Adds a block's movements of the native coin, its transactions, and the contracts that they created. */
export function decodeNative(block: SourceBlock, changes: Changes): void {
  if (block.miner !== undefined) changes.pairs.add(block.miner, NATIVE_TOKEN);
  for (const transaction of block.transactions) addTransaction(block, transaction, changes);
  for (const { txIndex, txHash, index, from, to, rawAmount } of block.internalTransfers) {
    addMove({ txIndex, txHash, index: index + 1, from, to, rawAmount }, block, changes);
  }
  const { blockNumber, timeAt } = block;
  for (const { address, creator, txHash } of block.creations) {
    changes.contracts.push({ address, creator, blockNumber, txHash, timeAt });
    changes.pairs.add(address, NATIVE_TOKEN); // it may have received coins before it was a contract
  }
  addPayments(LegKind.withdrawal, block.withdrawals, block, changes);
  addPayments(LegKind.reward, block.rewards, block, changes);
}

function addTransaction(block: SourceBlock, transaction: SourceTransaction, changes: Changes): void {
  const { hash, index: txIndex, from, nonce, rawValue, receipt } = transaction;
  const { blockNumber, timeAt } = block;
  const to = transaction.to ?? receipt?.contractAddress ?? createdAddress(from, nonce);
  changes.transactions.push({
    blockNumber,
    txIndex,
    hash,
    timeAt,
    sender: from,
    recipient: transaction.to,
    nonce,
    rawValue,
    input: transaction.input,
    isSuccess: receipt?.isSuccess,
    gasUsed: receipt?.gasUsed,
    rawFee: receipt?.rawFee,
  });
  changes.pairs.add(from, NATIVE_TOKEN);
  changes.pairs.add(to, NATIVE_TOKEN);
  if (receipt !== undefined) addFee(block, transaction, receipt.rawFee, changes); // even if 0, for the sender's leg
  if (rawValue > 0n && receipt?.isSuccess === true) {
    addMove({ txIndex, txHash: hash, index: 0, from, to, rawAmount: rawValue }, block, changes);
  }
}

/** Nodes and traces report the same address; it is computed only where neither was read. */
function createdAddress(from: Address, nonce: bigint): Address {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- viem adds capitals (EIP-55)
  return getContractAddress({ from, nonce }).toLowerCase() as Address;
}

function addFee(
  { blockNumber, timeAt, miner }: SourceBlock,
  { index, hash, from }: SourceTransaction,
  rawAmount: bigint,
  { legs }: Changes,
): void {
  const location = { blockNumber, timeAt, txIndex: index, txHash: hash, kind: LegKind.fee, index: 0, subIndex: 0 };
  const counterparty = miner ?? ZERO_ADDRESS;
  legs.push({ ...location, owner: from, isInbound: false, token: NATIVE_TOKEN, counterparty, rawAmount });
}

interface Move {
  txIndex: number;
  txHash: `0x${string}`;
  /** 0 for the transaction's own value, then one per trace. */
  index: number;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

function addMove({ from, to, ...move }: Move, { blockNumber, timeAt }: SourceBlock, { legs, pairs }: Changes): void {
  const shared = { ...move, blockNumber, timeAt, kind: LegKind.native, subIndex: 0, token: NATIVE_TOKEN };
  pairs.add(from, NATIVE_TOKEN);
  pairs.add(to, NATIVE_TOKEN);
  if (from !== ZERO_ADDRESS) legs.push({ ...shared, owner: from, isInbound: false, counterparty: to });
  if (to !== ZERO_ADDRESS) legs.push({ ...shared, owner: to, isInbound: true, counterparty: from });
}

/** Payments by the chain itself, outside any transaction. */
function addPayments(
  kind: typeof LegKind.reward | typeof LegKind.withdrawal,
  payments: readonly { address: Address; rawAmount: bigint }[],
  { blockNumber, timeAt }: SourceBlock,
  { legs, pairs }: Changes,
): void {
  for (const [index, { address, rawAmount }] of payments.entries()) {
    pairs.add(address, NATIVE_TOKEN);
    const location = {
      blockNumber,
      timeAt,
      txIndex: AFTER_TRANSACTIONS,
      txHash: "0x" as const,
      kind,
      index,
      subIndex: 0,
    };
    const leg: Leg = {
      ...location,
      owner: address,
      isInbound: true,
      token: NATIVE_TOKEN,
      counterparty: ZERO_ADDRESS,
      rawAmount,
    };
    legs.push(leg);
  }
}
