import type { Address } from "@portico/evm";
import type { ChainAddress, ContractMetadata, HistoryTransaction } from "@portico/store";
import { APPROVALS, MOVES } from "./legKinds.ts";

export type FindContract = (chain: string, address: Address) => ContractMetadata | undefined;

/**
 * The accounts of these transactions whose code the indexer should read: the owner, whom they were sent to, and the
 * other sides. Not those with code, nor those that wait; and of those without code only the ones that a transaction
 * shows after they were read, or that were read long ago.
 * @param findOther - undefined for addresses that need not be read.
 */
export function listUnreadAccounts(
  owner: Address,
  transactions: readonly HistoryTransaction[],
  findOther: FindContract,
): ChainAddress[] {
  return transactions.flatMap((transaction) => {
    const { chain, blockNumber } = transaction;
    const unread = [...listAccounts(owner, transaction)].filter((address) =>
      isUnread(findOther(chain, address), blockNumber),
    );
    return unread.map((address) => ({ chain, address }));
  });
}

function listAccounts(owner: Address, { recipient, legs }: HistoryTransaction): Set<Address> {
  const others = legs.flatMap(({ kind, counterparty }) =>
    MOVES.has(kind) || APPROVALS.has(kind) ? [counterparty] : [],
  );
  return new Set([owner, ...(recipient === undefined ? [] : [recipient]), ...others]);
}

function isUnread(contract: ContractMetadata | undefined, blockNumber: bigint): boolean {
  if (contract === undefined || contract.isCreated) return false;
  const { code } = contract;
  if (code === undefined) return true;
  const { hasCode, readBlock, isOld } = code;
  return hasCode === false && readBlock !== undefined && (isOld || blockNumber > readBlock);
}
