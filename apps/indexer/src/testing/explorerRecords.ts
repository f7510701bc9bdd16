import type { Address, Hash, Hex } from "@portico/evm";
import { topics } from "@portico/evm";
import type { ServedBlock, ServedChain, ServedTransaction } from "./servedChain.ts";

/** A row of an explorer's list. */
export interface ExplorerRecord {
  blockNumber: number;
  timeStamp: number;
  hash: Hash;
  from: Address;
  to: Address | null;
  value: bigint;
}

/** The lists of all accounts, newest first. */
export type ExplorerLists = (action: string, owner: Address) => ExplorerRecord[];

/** Builds an explorer's five lists of every account. */
export function listExplorerRecords({ blocks }: ServedChain): ExplorerLists {
  const lists = new Map<string, ExplorerRecord[]>();
  const add = (action: string, accounts: readonly (Address | null)[], record: ExplorerRecord): void => {
    for (const account of new Set(accounts)) {
      if (account === null) continue;
      const key = `${action} ${account}`;
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [record]);
      else list.push(record);
    }
  };
  for (const block of blocks.toReversed()) {
    for (const transaction of block.transactions.toReversed()) addAll(block, transaction, add);
  }
  return (action, owner) => lists.get(`${action} ${owner.toLowerCase()}`) ?? [];
}

function addAll(
  { number: blockNumber, timestamp: timeStamp }: ServedBlock,
  { hash, from, to, created, value, calls, logs }: ServedTransaction,
  add: (action: string, accounts: readonly (Address | null)[], record: ExplorerRecord) => void,
): void {
  const base = { blockNumber, timeStamp, hash };
  add("txlist", [from, to, created], { ...base, from, to, value });
  for (const call of calls) {
    if (call.value > 0n || call.type !== "call") add("txlistinternal", [call.from, call.to], { ...base, ...call });
  }
  for (const log of logs) {
    const transfer = readTransfer(log);
    if (transfer === undefined) continue;
    const { action, from: sender, to: recipient } = transfer;
    add(action, [sender, recipient], { ...base, from: sender, to: recipient, value: transfer.value });
  }
}

function readTransfer({ topics: [kind, ...indexed], data }: { topics: Hex[]; data: Hex }) {
  const [first, second, third] = indexed.map((topic) => `0x${topic.slice(26)}` as const);
  if (kind === topics.transfer && first !== undefined && second !== undefined) {
    const value = data === "0x" ? 1n : BigInt(data.slice(0, 66));
    return { action: third === undefined ? "tokentx" : "tokennfttx", from: first, to: second, value };
  }
  if (kind === topics.transferSingle || kind === topics.transferBatch) {
    return second === undefined || third === undefined
      ? undefined
      : { action: "token1155tx", from: second, to: third, value: 1n };
  }
  return undefined;
}
