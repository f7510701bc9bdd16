import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { LegKind, listMintsAndBurns, type HistoryTransaction, type Store, type TransactionParty } from "@portico/store";
import type { Via } from "@portico/transactions";
import { MOVES } from "./legKinds.ts";

/** Counterparties that a page looks at: a transaction that anybody sends can have thousands. */
const MAX_PARTIES = 100;

/**
 * What the counterparties of a page's exchanges minted and burnt: a router deposits for its caller, and forwards the
 * shares. One statement, none if nothing was exchanged.
 */
export async function readVia(
  db: Store,
  owner: Address,
  transactions: readonly HistoryTransaction[],
): Promise<(transaction: HistoryTransaction) => Via | undefined> {
  const parties = transactions.flatMap((transaction) => listParties(owner, transaction)).slice(0, MAX_PARTIES);
  const found = await listMintsAndBurns(db, parties);
  const byTransaction = Map.groupBy(found, keyOf);
  return (transaction) => {
    const own = byTransaction.get(keyOf(transaction));
    if (own === undefined) return undefined;
    const tokens = (isMint: boolean) => new Set(own.filter((one) => one.isMint === isMint).map(({ token }) => token));
    return { minted: tokens(true), burnt: tokens(false) };
  };
}

const keyOf = ({ chain, blockNumber, txIndex }: Pick<TransactionParty, "blockNumber" | "chain" | "txIndex">): string =>
  `${chain} ${blockNumber} ${txIndex}`;

/** The other sides of tokens, and the tokens themselves, if something came in and something else went out. */
function listParties(owner: Address, { chain, blockNumber, txIndex, legs }: HistoryTransaction): TransactionParty[] {
  const moved = legs.filter(({ kind }) => MOVES.has(kind));
  if (!moved.some(({ isInbound }) => isInbound) || moved.every(({ isInbound }) => isInbound)) return [];
  const parties = moved
    .filter(({ kind }) => kind === LegKind.token)
    .flatMap(({ counterparty, token }) => (counterparty === ZERO_ADDRESS ? [] : [counterparty, token]));
  const others = [...new Set(parties)].filter((party) => party !== ZERO_ADDRESS && party !== owner);
  return others.map((party) => ({ chain, blockNumber, txIndex, party }));
}
