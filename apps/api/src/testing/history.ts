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
export interface Deed {
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
export const hashOf = ({ chain = "eth", blockNumber, txIndex = 0 }: Deed): Hex =>
  `0x${Buffer.from(`${chain}:${blockNumber}:${txIndex}`).toString("hex").padEnd(64, "0")}`;

/** Its sender's fee: 21,000 gas at 1 gwei. */
export const FEE = 21_000_000_000_000n;

/** Stores transactions with their blocks, like an indexer. */
export async function storeDeeds(db: Store, deeds: readonly Deed[]): Promise<void> {
  for (const [chain, ofChain] of Map.groupBy(deeds, (deed) => deed.chain ?? "eth")) {
    const blocks = new Map(ofChain.map((deed) => [deed.blockNumber, deed]));
    await copyBlocks(
      db,
      chain,
      [...blocks.values()].map(({ blockNumber, timeAt }) => ({ blockNumber, timeAt, hash: `0x${"ab".repeat(32)}` })),
    );
    await copyTransactions(db, chain, ofChain.flatMap(toTransaction));
    await copyLegs(db, chain, ofChain.flatMap(toLegs));
  }
}

function toTransaction(deed: Deed): Transaction[] {
  const { blockNumber, txIndex = 0, timeAt, tx } = deed;
  if (tx === undefined) return [];
  const facts = { sender: ALICE, recipient: BOB, nonce: 1n, rawValue: 0n, input: "0x" } as const;
  const receipt = { isSuccess: true, gasUsed: 21_000n, rawFee: FEE };
  return [{ blockNumber, txIndex, hash: hashOf(deed), timeAt, ...facts, ...receipt, ...tx }];
}

function toLegs(deed: Deed): Leg[] {
  const { blockNumber, txIndex = 0, timeAt, owner = ALICE, tx } = deed;
  const place = { owner, blockNumber, txIndex, txHash: hashOf(deed), timeAt, subIndex: 0 };
  const leg = { kind: LegKind.token, isInbound: false, token: NATIVE_TOKEN, counterparty: BOB, rawAmount: 1n };
  const sender = tx && (tx.sender ?? ALICE);
  const fee: Partial<Leg>[] =
    sender === owner ? [{ kind: LegKind.fee, rawAmount: tx?.rawFee ?? FEE, counterparty: BOB }] : [];
  return [...deed.legs, ...fee].map((own, index) => ({ ...place, ...leg, index, ...own }));
}
