import { NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import {
  copyBlocks,
  copyLegs,
  copyTransactions,
  LegKind,
  type Leg,
  type Store,
  type Transaction,
} from "@portico/store";
import { ALICE, BOB } from "./fillStore.ts";

/** An indexed transaction with its effects on its owner. */
export interface TestTransaction {
  chain?: string;
  blockNumber: bigint;
  txIndex?: number;
  timeAt: number;
  /** Default ALICE. */
  owner?: Address;
  /** undefined: the index has no transactions. */
  tx?: Partial<Transaction> | undefined;
  legs: Partial<Leg>[];
}

/** Distinct for each location. */
export const hashOf = ({ chain = "eth", blockNumber, txIndex = 0 }: TestTransaction): Hex =>
  `0x${Buffer.from(`${chain}:${blockNumber}:${txIndex}`).toString("hex").padEnd(64, "0")}`;

/** Its sender's fee: 21,000 gas at 1 gwei. */
export const FEE = 21_000_000_000_000n;

/** Stores transactions with their blocks, like an indexer. */
export async function storeTransactions(db: Store, transactions: readonly TestTransaction[]): Promise<void> {
  for (const [chain, ofChain] of Map.groupBy(transactions, (transaction) => transaction.chain ?? "eth")) {
    const blocks = new Map(ofChain.map((transaction) => [transaction.blockNumber, transaction]));
    await copyBlocks(
      db,
      chain,
      [...blocks.values()].map(({ blockNumber, timeAt }) => ({ blockNumber, timeAt, hash: `0x${"ab".repeat(32)}` })),
    );
    await copyTransactions(db, chain, ofChain.flatMap(toTransaction));
    await copyLegs(db, chain, ofChain.flatMap(toLegs));
  }
}

function toTransaction(transaction: TestTransaction): Transaction[] {
  const { blockNumber, txIndex = 0, timeAt, tx } = transaction;
  if (tx === undefined) return [];
  const fields = { sender: ALICE, recipient: BOB, nonce: 1n, rawValue: 0n, input: "0x" } as const;
  const receipt = { isSuccess: true, gasUsed: 21_000n, rawFee: FEE };
  return [{ blockNumber, txIndex, hash: hashOf(transaction), timeAt, ...fields, ...receipt, ...tx }];
}

function toLegs(transaction: TestTransaction): Leg[] {
  const { blockNumber, txIndex = 0, timeAt, owner = ALICE, tx } = transaction;
  const location = { owner, blockNumber, txIndex, txHash: hashOf(transaction), timeAt, subIndex: 0 };
  const leg = { kind: LegKind.token, isInbound: false, token: NATIVE_TOKEN, counterparty: BOB, rawAmount: 1n };
  const sender = tx && (tx.sender ?? ALICE);
  const fee: Partial<Leg>[] =
    sender === owner ? [{ kind: LegKind.fee, rawAmount: tx?.rawFee ?? FEE, counterparty: BOB }] : [];
  return [...transaction.legs, ...fee].map((own, index) => ({ ...location, ...leg, index, ...own }));
}
