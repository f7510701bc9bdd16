import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hash, Hex } from "@portico/evm";
import { concat, keccak256, size, slice, toHex } from "viem";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { NodeTransaction } from "./readHeader.ts";
import type { SystemMove } from "./sourceBlock.ts";

/*
 * Arbitrum's retryable tickets, as documented in "Parent to child chain messaging": a deposit pays for the submission,
 * for the gas of the first attempt and for the call's value, which waits in escrow; what was not needed is refunded.
 */

/** Gas units of the parent chain that a submission costs: a base, and per byte of its calldata. */
const SUBMISSION_GAS = { base: 1400n, perByte: 6n };

interface Ticket {
  submissionFee: bigint;
  maxSubmissionFee: bigint;
  retryValue: bigint;
  depositValue: bigint;
  gas: bigint;
  gasPrice: bigint;
  maxGasPrice: bigint;
  gasUsed: bigint;
  refundTo: Address;
}

/** @returns undefined if the node leaves fields out. */
function readTicket(receipt: NodeReceipt, transaction: NodeTransaction): Ticket | undefined {
  const { depositValue, retryValue, retryData, maxSubmissionFee, l1BaseFee, maxFeePerGas, gas, refundTo } = transaction;
  const { effectiveGasPrice, gasUsed } = receipt;
  if (depositValue === undefined || retryValue === undefined || retryData === undefined) return undefined;
  if (maxSubmissionFee === undefined || l1BaseFee === undefined || maxFeePerGas === undefined) return undefined;
  if (gas === undefined || refundTo === undefined || effectiveGasPrice === undefined) return undefined;
  const bytes = BigInt(size(retryData));
  return {
    submissionFee: (SUBMISSION_GAS.base + SUBMISSION_GAS.perByte * bytes) * BigInt(l1BaseFee),
    maxSubmissionFee: BigInt(maxSubmissionFee),
    retryValue: BigInt(retryValue),
    depositValue: BigInt(depositValue),
    gas: BigInt(gas),
    gasPrice: BigInt(effectiveGasPrice),
    maxGasPrice: BigInt(maxFeePerGas),
    gasUsed: BigInt(gasUsed),
    refundTo: toLowerCase(refundTo),
  };
}

/** Wei that the sender of a submission paid, out of its deposit first; undefined if unknown. */
export function readTicketFee(receipt: NodeReceipt, transaction: NodeTransaction): bigint | undefined {
  const ticket = readTicket(receipt, transaction);
  if (ticket === undefined || !isSuccess(receipt)) return undefined;
  return ticket.submissionFee + ticket.gasUsed * ticket.gasPrice;
}

/** Of a submission (type 0x69), beside its fee. */
export function listSubmissionMoves(receipt: NodeReceipt, transaction: NodeTransaction): SystemMove[] {
  const from = toLowerCase(transaction.from);
  const { depositValue = "0x0", hash } = transaction;
  const deposit = { from: ZERO_ADDRESS, to: from, rawAmount: BigInt(depositValue) };
  const ticket = readTicket(receipt, transaction);
  if (ticket === undefined || !isSuccess(receipt)) return [deposit];
  const { retryValue, submissionFee, maxSubmissionFee, gas, gasUsed, gasPrice, maxGasPrice, refundTo } = ticket;
  const pool = createPool(ticket.depositValue);
  pool.take(retryValue);
  pool.take(submissionFee);
  let refund = pool.take(maxSubmissionFee - submissionFee);
  if (gasUsed === 0n) refund += pool.take(gas * maxGasPrice); // no attempt was made
  else {
    pool.take(gasUsed * gasPrice);
    refund += pool.take(gasUsed * (maxGasPrice - gasPrice));
  }
  return [deposit, { from, to: escrowOf(hash), rawAmount: retryValue }, { from, to: refundTo, rawAmount: refund }];
}

/** Of an attempt (type 0x68): its value comes from escrow, and gas that was paid in advance is refunded. */
export function listAttemptMoves(receipt: NodeReceipt, transaction: NodeTransaction): SystemMove[] {
  const { ticketId, value = "0x0", gas, refundTo, maxRefund, submissionFeeRefund } = transaction;
  const from = toLowerCase(transaction.from);
  const moves: SystemMove[] = [];
  if (isSuccess(receipt)) {
    const escrow = ticketId === undefined ? ZERO_ADDRESS : escrowOf(ticketId);
    moves.push({ from: escrow, to: from, rawAmount: BigInt(value) });
  }
  const { gasUsed, effectiveGasPrice } = receipt;
  if (gas === undefined || refundTo === undefined || effectiveGasPrice === undefined) return moves;
  if (maxRefund === undefined || submissionFeeRefund === undefined) return moves;
  const pool = createPool(BigInt(maxRefund));
  const submission = BigInt(submissionFeeRefund);
  const unused = (BigInt(gas) - BigInt(gasUsed)) * BigInt(effectiveGasPrice);
  const ofSubmission = pool.take(submission);
  pool.take(BigInt(gasUsed) * BigInt(effectiveGasPrice));
  const ofGas = pool.take(unused);
  const refund = isSuccess(receipt) ? ofSubmission + ofGas : ofGas;
  const due = isSuccess(receipt) ? submission + unused : unused;
  return [
    ...moves,
    { from: ZERO_ADDRESS, to: toLowerCase(refundTo), rawAmount: refund },
    { from: ZERO_ADDRESS, to: from, rawAmount: due - refund }, // what the deposit doesn't cover
  ];
}

const isSuccess = ({ status }: NodeReceipt): boolean => typeof status === "string" && BigInt(status) !== 0n;

/** The part of a deposit that is left to be refunded. */
function createPool(total: bigint): { take: (amount: bigint) => bigint } {
  let left = total;
  return {
    take(amount) {
      const taken = amount < left ? amount : left;
      left -= taken;
      return taken;
    },
  };
}

const ADDRESS_START = 12;

/** The account that holds a ticket's value: derived from the ticket's id. */
const escrowOf = (ticketId: Hash): Address =>
  slice(keccak256(concat([toHex("retryable escrow"), ticketId])), ADDRESS_START);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nodes may return EIP-55 capitals
const toLowerCase = (hex: Hex): Hex => hex.toLowerCase() as Hex;
