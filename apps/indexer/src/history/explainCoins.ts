import { topics } from "@portico/evm";
import type { Address, CoinRules } from "@portico/evm";
import type { CoinChange } from "@portico/store";
import { mayHaveSale } from "../decode/decodeBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import type { AccountStates } from "./accountStates.ts";
import { createSpanLedger, isWithin } from "./spanLedger.ts";
import type { Blocks, SpanRead } from "./spanLedger.ts";
import { addHeader, addReceipt, addTraces, mayMoveWithin, toSingleBlock } from "./transactionParts.ts";
import type { TransactionNode, TransactionParts } from "./transactionParts.ts";

/** The blocks in which an owner's coin is followed, both inclusive, and what is known of it. */
export interface CoinSpan {
  owner: Address;
  fromBlock: bigint;
  toBlock: bigint;
  states: AccountStates;
  /** What is stored of it already. */
  readStored(): Promise<readonly CoinChange[]>;
}

/** Requests for an account's states at both ends of a span. */
const STATE_READS = 5;
/** Blocks that are read in full instead of being divided by another balance. */
const FEW_BLOCKS = 2;

/**
 * Reads the traces and headers that may show more changes of the owner's coin than the receipts do, and receipts that were
 * not requested; without a span, all.
 *
 * An account without code pays nothing but the values and fees of its transactions. If the nonce shows that all of them are
 * known, what isn't known only adds to its balance: where the balance changed by exactly what is known, nothing else paid it.
 */
export async function completeParts(node: TransactionNode, read: SpanRead, span: CoinSpan | undefined): Promise<void> {
  // what was paid for an NFT may have moved between others
  const sales = read.parts.filter(
    (parts) => needsTraces(node, parts) && mayHaveSale(node.chain, toSingleBlock(node, parts)),
  );
  await Promise.all(sales.map((parts) => addTraces(node, parts)));
  const open = read.parts.filter((parts) => isOpen(node, parts));
  const cost = open.reduce((sum, parts) => sum + countReads(node, parts), 0);
  const isExplained = span !== undefined && cost > STATE_READS && (await explainCoins(node, read, span));
  const unexplained = isExplained ? open.filter(({ header }) => !isWithin(header, span)) : open;
  await Promise.all(unexplained.map((parts) => complete(node, parts)));
}

const needsTraces = ({ source }: TransactionNode, parts: TransactionParts): boolean =>
  source.coverage.traces !== undefined && parts.traces === undefined && mayMoveWithin(parts);

const countReads = (node: TransactionNode, parts: TransactionParts): number =>
  Number(needsTraces(node, parts)) + Number(!parts.hasHeader) + Number(!parts.hasReceipt);

const isOpen = (node: TransactionNode, parts: TransactionParts): boolean => countReads(node, parts) > 0;

const complete = (node: TransactionNode, parts: TransactionParts): Promise<unknown> =>
  Promise.all([addTraces(node, parts), addHeader(node, parts), parts.hasReceipt || addReceipt(node, parts)]);

/** Whether every payment of an account without code is in its transactions and their receipts. */
const isLedger = ({ stack, mirror, bridgeCredits }: CoinRules): boolean =>
  (stack === null || stack === "op") && mirror === null && bridgeCredits === null;

/** Blocks with the balances before the first and after the last one. */
interface Interval extends Blocks {
  before: bigint;
  after: bigint;
}

/** @returns false if nothing can be known from balances. */
async function explainCoins(node: TransactionNode, read: SpanRead, span: CoinSpan): Promise<boolean> {
  const { owner, states } = span;
  if (!isLedger(node.rules)) return false;
  const ledger = createSpanLedger(node, read, { owner, stored: await span.readStored() });
  if (!ledger.isKnown) return false;
  const interval = await readInterval(span, ledger.sentCount);
  if (interval === undefined) return false;
  const isClosed = (range: Interval): boolean => range.after - range.before === ledger.sum(range);
  const listOpen = (range: Interval): TransactionParts[] =>
    read.parts.filter((parts) => isWithin(parts.header, range) && isOpen(node, parts));
  let balanceReads = Math.ceil(listOpen(interval).length / 2);
  const explain = async (range: Interval): Promise<void> => {
    if (isClosed(range)) return;
    const open = listOpen(range);
    const numbers = [...new Set(open.map(({ header }) => header.blockNumber))].toSorted((a, b) => Number(a - b));
    const middle = numbers[Math.floor((numbers.length - 1) / 2)];
    const isDivided = numbers.length > FEW_BLOCKS && balanceReads-- > 0;
    const balance = isDivided ? await states.readBalance(middle!) : undefined;
    if (balance !== undefined) {
      await Promise.all([
        explain({ ...range, toBlock: middle!, after: balance }),
        explain({ ...range, fromBlock: middle! + 1n, before: balance }),
      ]);
      return;
    }
    await Promise.all(open.map((parts) => addTraces(node, parts)));
    if (!isClosed(range)) await Promise.all(open.map((parts) => complete(node, parts)));
    if (!isClosed(range)) await Promise.all(open.map((parts) => addReceipt(node, parts)));
  };
  if (!isClosed(interval)) {
    const likely = listOpen(interval).filter((parts) => mayPay(parts, owner));
    await Promise.all(likely.map((parts) => addTraces(node, parts)));
    await explain(interval);
  }
  return true;
}

/** undefined if the account may have paid in other ways than by its transactions, as far as the node has old state. */
async function readInterval(
  { states, fromBlock, toBlock }: CoinSpan,
  sentCount: number,
): Promise<Interval | undefined> {
  const before = fromBlock > 0n ? fromBlock - 1n : 0n; // genesis has no transactions
  const [start, end, hasCode] = await Promise.all([states.read(before), states.read(toBlock), states.hasCode(before)]);
  if (start === undefined || end === undefined || hasCode !== false) return undefined;
  // an authorization raises the nonce, too; at nonce 0 a contract may have been created and destroyed
  if (end.nonce === 0n || end.nonce - start.nonce !== BigInt(sentCount)) return undefined;
  return { fromBlock, toBlock, before: start.balance, after: end.balance };
}

const withdrawals = createTopicSet([topics.wrappedWithdrawal]);

/**
 * Whether a transaction probably paid the owner within: as its source says, or if no call of its own names it, or a wrapped
 * coin was unwrapped.
 */
function mayPay({ header, isPaid, receipts }: TransactionParts, owner: Address): boolean {
  if (isPaid !== undefined) return isPaid;
  const { from, to } = header.transactions[0]!;
  const isNamed = [from, to].some((address) => address?.toLowerCase() === owner);
  const { batch } = receipts.logs;
  return (
    !isNamed || Array.from({ length: batch.count }, (_, log) => withdrawals.find(batch, log)).some((topic) => topic)
  );
}
