import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { AFTER_TRANSACTIONS, LegKind, toFeeSpan } from "@portico/store";
import type { Leg } from "@portico/store";
import { getContractAddress } from "viem";
import type { Changes } from "../chain/changes.ts";
import type { CoinLogs } from "./coinLogs.ts";
import { createMoveCounts } from "./moveCounts.ts";
import type { SourceBlock, SourceTransaction } from "../source/sourceBlock.ts";

/**
 * Adds a block's movements of the native coin, its transactions, and the contracts that they created. A movement that
 * both a trace and a log report is counted once.
 */
export function decodeNative(block: SourceBlock, logs: CoinLogs, changes: Changes): void {
  if (block.miner !== undefined) addFeeRecipient(block.miner, block.blockNumber, changes);
  const moves = logs.isComplete ? [] : listTracedMoves(block);
  for (const transaction of block.transactions) addTransaction(block, transaction, logs, changes);
  for (const move of moves) addMove(move, block, changes);
  const traced = createMoveCounts(logs.moves.length === 0 ? [] : moves);
  for (const move of logs.moves) if (!traced.take(move)) addMove({ ...move, subIndex: OF_LOG }, block, changes);
  addSystemMoves(block, changes);
  const { blockNumber, timeAt } = block;
  for (const { address, creator, txHash } of block.creations) {
    changes.contracts.push({ address, creator, blockNumber, txHash, timeAt });
    changes.pairs.add(address, NATIVE_TOKEN); // it may have received coins before it was a contract
  }
  addPayments(LegKind.withdrawal, block.withdrawals, block, changes);
  addCredits(logs.credits, block, changes);
  const credited = createMoveCounts(logs.credits.map((credit) => ({ ...credit, txIndex: undefined })));
  const rewards = block.rewards.filter(
    ({ address, rawAmount }) => !credited.take({ txIndex: undefined, from: ZERO_ADDRESS, to: address, rawAmount }),
  );
  addPayments(LegKind.reward, rewards, block, changes);
}

function addFeeRecipient(owner: Address, blockNumber: bigint, { feeRecipients, pairs }: Changes): void {
  pairs.add(owner, NATIVE_TOKEN);
  if (owner === ZERO_ADDRESS) return;
  const span = toFeeSpan(blockNumber);
  feeRecipients.set(`${owner} ${span}`, { owner, span });
}

/** Sub-indexes of movements that logs report, and of those that the chain itself makes with a transaction. */
const OF_LOG = 1;
const OF_SYSTEM = 2;

/** The transactions' values, then the internal transfers. */
function listTracedMoves({ transactions, internalTransfers }: SourceBlock): Move[] {
  const moves: Move[] = [];
  for (const transaction of transactions) {
    const { index: txIndex, hash: txHash, from, rawValue: rawAmount, receipt } = transaction;
    if (rawAmount === 0n || receipt?.isSuccess !== true) continue;
    moves.push({ txIndex, txHash, index: 0, subIndex: 0, from, to: recipientOf(transaction), rawAmount });
  }
  for (const { txIndex, txHash, index, from, to, rawAmount } of internalTransfers) {
    moves.push({ txIndex, txHash, index: index + 1, subIndex: 0, from, to, rawAmount });
  }
  return moves;
}

function addSystemMoves(block: SourceBlock, changes: Changes): void {
  for (const { index: txIndex, hash: txHash, systemMoves = [] } of block.transactions) {
    for (const [index, { from, to, rawAmount }] of systemMoves.entries()) {
      if (rawAmount > 0n) addMove({ txIndex, txHash, index, subIndex: OF_SYSTEM, from, to, rawAmount }, block, changes);
    }
  }
}

/** The bridge that creates a coin is its counterparty, but never had it. */
function addCredits(
  credits: CoinLogs["credits"],
  { blockNumber, timeAt }: SourceBlock,
  { legs, pairs }: Changes,
): void {
  for (const { to, bridge, from: _, ...credit } of credits) {
    pairs.add(to, NATIVE_TOKEN);
    const leg = { ...credit, blockNumber, timeAt, kind: LegKind.native, subIndex: OF_LOG, token: NATIVE_TOKEN };
    legs.push({ ...leg, owner: to, isInbound: true, counterparty: bridge });
  }
}

const recipientOf = ({ to, receipt, from, nonce }: SourceTransaction): Address =>
  to ?? receipt?.contractAddress ?? createdAddress(from, nonce);

function addTransaction(
  block: SourceBlock,
  transaction: SourceTransaction,
  { fees }: CoinLogs,
  changes: Changes,
): void {
  const { hash, index: txIndex, from, nonce, rawValue, receipt } = transaction;
  const { blockNumber, timeAt } = block;
  const payers = fees.get(txIndex);
  const isSponsored = payers !== undefined && !payers.has(from);
  const rawFee = isSponsored ? 0n : receipt?.rawFee;
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
    rawFee: receipt && rawFee,
  });
  changes.pairs.add(from, NATIVE_TOKEN);
  changes.pairs.add(recipientOf(transaction), NATIVE_TOKEN);
  if (receipt === undefined || from === ZERO_ADDRESS) return; // the zero address sends what the chain itself does
  // Even if it is 0 or unknown: the sender's leg makes it part of the sender's history.
  addFee(block, transaction, { owner: from, index: 0, rawAmount: rawFee ?? 0n }, changes);
  let index = 1;
  for (const [owner, rawAmount] of payers ?? NO_PAYERS) {
    if (owner === from) continue;
    changes.pairs.add(owner, NATIVE_TOKEN);
    addFee(block, transaction, { owner, index: index++, rawAmount }, changes);
  }
}

const NO_PAYERS: ReadonlyMap<Address, bigint> = new Map();

/** Nodes and traces report the same address; it is computed only where neither was read. */
function createdAddress(from: Address, nonce: bigint): Address {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- viem adds capitals (EIP-55)
  return getContractAddress({ from, nonce }).toLowerCase() as Address;
}

/** Without the recipient, which no answer names: so a transaction has the same legs when its block's header is not read. */
function addFee(
  { blockNumber, timeAt }: SourceBlock,
  { index: txIndex, hash: txHash }: SourceTransaction,
  { owner, index, rawAmount }: Pick<Leg, "index" | "owner" | "rawAmount">,
  { legs }: Changes,
): void {
  const location = { blockNumber, timeAt, txIndex, txHash, kind: LegKind.fee, index, subIndex: 0 };
  legs.push({ ...location, owner, isInbound: false, token: NATIVE_TOKEN, counterparty: ZERO_ADDRESS, rawAmount });
}

interface Move {
  txIndex: number;
  txHash: `0x${string}`;
  /** 0 for the transaction's own value, then one per trace; of a log. */
  index: number;
  subIndex: number;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

function addMove({ from, to, ...move }: Move, { blockNumber, timeAt }: SourceBlock, { legs, pairs }: Changes): void {
  const shared = { ...move, blockNumber, timeAt, kind: LegKind.native, token: NATIVE_TOKEN };
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
