import { getChain, type Address } from "@portico/evm";
import type { HistoryTransaction } from "@portico/store";
import { listCalls, noKnowledge, type Call, type DecodedCall, type Knowledge } from "@portico/transactions";
import type { KnowledgeBase } from "../transactions/knowledge.ts";

/** A transaction's call, and the metadata for describing it. */
export interface PageCall {
  /** undefined if the index has no transactions. */
  readonly call: DecodedCall | undefined;
  readonly knowledge: Knowledge;
}

/** Decodes the calldata of a page's transactions together. */
export async function readPageCalls(
  knowledge: KnowledgeBase,
  transactions: readonly HistoryTransaction[],
): Promise<Map<HistoryTransaction, PageCall>> {
  const pairs = transactions.map((transaction) => ({ transaction, call: toCall(transaction) }));
  const sent = pairs.flatMap(({ transaction, call }) => (call === undefined ? [] : [{ transaction, call }]));
  const prepared = await knowledge.prepare(
    sent.map(({ transaction, call }) => ({ chain: getChain(transaction.chain), call })),
  );
  const known = new Map(sent.map(({ transaction }, index) => [transaction, prepared[index]!]));
  return new Map(
    transactions.map((transaction) => [transaction, known.get(transaction) ?? withoutCall(transaction.chain)]),
  );
}

function toCall(transaction: HistoryTransaction): Call | undefined {
  const { sender: from, recipient: to, rawValue = 0n, input = "0x", isInputCut } = transaction;
  return from === undefined ? undefined : { from, to, rawValue, input, isInputCut };
}

const withoutCall = (chain: string): PageCall => ({
  call: undefined,
  knowledge: { ...noKnowledge(chain), wrappedToken: getChain(chain).wrappedToken },
});

/** The targets of a call and its wrapped calls, outermost first. */
export const listCalled = (call: DecodedCall | undefined): Address[] =>
  call === undefined ? [] : listCalls(call).flatMap(({ to }) => to ?? []);
