import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import { createChanges } from "../chain/changes.ts";
import type { CoinLogs } from "../decode/coinLogs.ts";
import { decodeNative } from "../decode/native.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";

/** What a block that was read shows of an owner's native coin. */
export interface BlockCoinChange {
  /** Wei, by its transactions; negative if the owner paid. */
  rawAmount: bigint;
  /** Wei, by the chain itself: withdrawals and rewards. */
  rawPayments: bigint;
  /** Number of transactions that the owner sent. */
  sentCount: number;
  /** Whether all that the owner paid as a sender is in the amount: its fees and outcomes are known. */
  isKnown: boolean;
}

const NO_LOGS: CoinLogs = { moves: [], isComplete: false, fees: new Map(), credits: [] };

/** On a chain whose coin is moved by transactions and their calls only. */
export function readCoinChange(block: SourceBlock, owner: Address): BlockCoinChange {
  const changes = createChanges();
  decodeNative(block, NO_LOGS, changes);
  let [rawAmount, rawPayments] = [0n, 0n];
  for (const leg of changes.legs) {
    if (leg.owner !== owner) continue;
    const signed = leg.isInbound ? leg.rawAmount : -leg.rawAmount;
    if (leg.kind === LegKind.withdrawal || leg.kind === LegKind.reward) rawPayments += signed;
    else rawAmount += signed;
  }
  const sent = block.transactions.filter(({ from }) => from === owner);
  const isKnown = sent.every(({ receipt }) => receipt?.rawFee !== undefined && receipt.isSuccess !== undefined);
  return { rawAmount, rawPayments, sentCount: sent.length, isKnown };
}
