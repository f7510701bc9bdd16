import { sql } from "kysely";
import { copyBlocks } from "../chains/blocks.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { describeNftContracts } from "../nfts/nftContracts.ts";
import { copyTransactions } from "../history/transactions.ts";
import type { Transaction } from "../history/transactions.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import type { Leg } from "../history/leg.ts";

export const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
export const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
export const CHAINS = ["arb", "base", "eth"];
export const [alice, bob, coin, usdc, dai, punks] = [
  address(0xa),
  address(0xb),
  `0x${"ee".repeat(20)}` as const,
  address(0xc0),
  address(0xc1),
  address(0xc2),
];
export const START = 1_700_000_000;

/** A written block: contents of never-written branches differ entirely. */
export type Block = { blockNumber: bigint; hash: Hex; timeAt: number; legs: Leg[]; transactions: Transaction[] };

const TABLES = [
  "chain_state",
  "block",
  "transaction",
  "leg",
  "balance",
  "stale_balance",
  "stale_nft",
  "nft_contract",
  "operator_approval",
  "price_point",
];

/** Deletes everything and creates new chains. */
export async function emptyHistory(db: Store): Promise<void> {
  await sql.raw(TABLES.map((table) => `delete from ${table}`).join(";")).execute(db); // truncate takes ten times as long
  for (const [index, chain] of CHAINS.entries()) {
    await ensureChainState(db, { chain, chainId: index + 1, startBlock: 0n });
  }
}

/** Writes blocks like a range of the indexer: all rows, and the balances that they change. */
export async function append(tx: Store, chain: string, blocks: readonly Block[]): Promise<void> {
  const [newest, legs] = [blocks.at(-1), blocks.flatMap((block) => block.legs)];
  if (newest === undefined) return;
  await copyBlocks(tx, chain, blocks);
  await copyTransactions(
    tx,
    chain,
    blocks.flatMap(({ transactions }) => transactions),
  );
  await copyLegs(tx, chain, legs);
  const pairs = new Map(legs.map(({ owner, token }) => [`${owner} ${token}`, { owner, token, rawAmount: null }]));
  const fungible = [...pairs.values()].filter(({ token }) => token !== punks);
  await writeBalances(tx, chain, newest.blockNumber, fungible);
  if (fungible.length < pairs.size) {
    const nfts = { address: punks, isErc1155: false, name: null, symbol: null };
    await describeNftContracts(tx, chain, newest.blockNumber, [nfts]);
  }
  await advanceChain(tx, chain, { logs: newest, balances: newest });
}
