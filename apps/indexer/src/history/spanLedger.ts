import type { Address } from "@portico/evm";
import type { CoinChange } from "@portico/store";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { readCoinChange } from "./readCoinChange.ts";
import { toSingleBlock } from "./transactionParts.ts";
import type { TransactionNode, TransactionParts } from "./transactionParts.ts";

/** Both inclusive. */
export interface Blocks {
  fromBlock: bigint;
  toBlock: bigint;
}

export const isWithin = ({ blockNumber }: { blockNumber: bigint }, { fromBlock, toBlock }: Blocks): boolean =>
  blockNumber >= fromBlock && blockNumber <= toBlock;

/** What was read of a span: transactions with their receipts, and whole blocks. */
export interface SpanRead {
  parts: readonly TransactionParts[];
  blocks: readonly SourceBlock[];
}

/** The known changes of the owner's coin in a span: those that are stored, and those that were read so far. */
export function createSpanLedger(
  node: TransactionNode,
  { parts, blocks }: SpanRead,
  { owner, stored }: { owner: Address; stored: readonly CoinChange[] },
) {
  const listRead = (): SourceBlock[] => [...blocks, ...parts.map((one) => toSingleBlock(node, one))];
  const hashes = new Set<string>(listRead().flatMap(({ transactions }) => transactions.map(({ hash }) => hash)));
  const payments = stored.filter(({ hash }) => hash === "0x");
  const others = stored.filter(({ hash }) => hash !== "0x" && !hashes.has(hash));
  const changes = listRead().map((block) => readCoinChange(block, owner));
  const storedSent = others.filter(({ isSent }) => isSent);
  return {
    isKnown: changes.every(({ isKnown }) => isKnown) && storedSent.every(({ isKnown }) => isKnown),
    sentCount: changes.reduce((sum, { sentCount }) => sum + sentCount, storedSent.length),
    /** Wei. */
    sum(range: Blocks): bigint {
      const within = <T extends { blockNumber: bigint }>(list: readonly T[]): T[] =>
        list.filter((one) => isWithin(one, range));
      let sum = 0n;
      for (const { rawAmount } of within(others)) sum += rawAmount;
      const paid = new Map(within(payments).map(({ blockNumber, rawAmount }) => [blockNumber, rawAmount]));
      for (const block of within(listRead())) {
        const { rawAmount, rawPayments } = readCoinChange(block, owner);
        sum += rawAmount;
        if (rawPayments !== 0n) paid.set(block.blockNumber, rawPayments); // each read of a block shows the same
      }
      for (const rawAmount of paid.values()) sum += rawAmount;
      return sum;
    },
  };
}
