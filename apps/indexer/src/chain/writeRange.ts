import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  addTwinSightings,
  advanceChain,
  copyBlocks,
  copyRows,
  hasLegKey,
  insertFeeRecipients,
  insertObservations,
  insertSales,
  insertTokenLogs,
  markContractLinksStale,
  markDrifting,
  markHoldersStale,
  markNamedStale,
  markNftContractsStale,
  markNftsStale,
  markOperatorsStale,
  markPairsStale,
  queueAccountCodes,
  refreshNfts,
  upsertApprovals,
  upsertContracts,
  upsertNftApprovals,
  upsertOperatorApprovals,
  upsertPriceSources,
  upsertTokens,
  addEmitters,
  upsertInteractions,
  writeOwnerEvents,
} from "@portico/store";
import type { BlockRef, PriceSource, Store, Token } from "@portico/store";
import { addTokens } from "./chainWork.ts";
import type { ChainWork } from "./chainWork.ts";
import { listEmitters, listInteractionRows } from "../decode/interactions.ts";
import { inMeteredTransaction } from "./meteredTransaction.ts";
import type { PackedRange } from "./packedRange.ts";
import { advancePrices } from "../prices/head/headPrices.ts";
import { listNamedOperators } from "../state/operatorApprovals.ts";
import { addKeptRanges } from "../retention/keptRanges.ts";
import { rememberSources } from "../prices/sources/knownSources.ts";

const REMEMBERED_PAIRS = 200_000;
const REMEMBERED_RECIPIENTS = 10_000;

/** A range with the tokens that the store does not describe yet, or whose description is outdated. */
export interface DescribedRange extends PackedRange {
  tokens: readonly Token[];
  /** New price sources; `observations` are only of sources. */
  sources: readonly PriceSource[];
}

/** A range that follows the cursor, on the way to the head. */
export interface RangeStep {
  cursor: BlockRef | undefined;
  range: DescribedRange;
  head: BlockRef;
}

/**
 * Stores a range, the state that it makes stale and the new cursor, in one transaction.
 * @param previous - Stores the range before it. Meanwhile this one's bulk is sent, on another connection.
 * @returns the new cursor.
 */
export async function writeRange(
  work: ChainWork,
  { cursor, range, head }: RangeStep,
  previous?: Promise<unknown>,
): Promise<BlockRef> {
  const { chain, queued } = work;
  const logs = range.blocks.at(-1);
  if (logs === undefined) throw new RangeError("A range must have at least one block");
  const isEarly = previous !== undefined && canSendEarly(work);
  if (!isEarly) await previous;
  await addKeptRanges(work, logs.blockNumber, head.blockNumber);
  const pairs = await inMeteredTransaction(work, async (tx) => {
    if (isEarly) await copyRange(tx, chain.slug, range);
    await previous;
    await work.lock(tx, cursor?.blockNumber);
    if (!isEarly) await copyRange(tx, chain.slug, range);
    await storeChanges(tx, chain.slug, range);
    await storeFeeRecipients(tx, work, range);
    const isQueuedLater = work.legKey === "unknown" && !(await hasLegKey(tx));
    const unqueued = queued.without((isQueuedLater ? range.otherPairs : range.pairs).bytes);
    await markPairsStale(tx, chain.slug, unqueued);
    await markNamedStale(tx, chain.slug, await insertTokenLogs(tx, chain.slug, range.tokenLogs));
    await markNftsStale(tx, chain.slug, [...range.nfts.values()]);
    await markOperatorsStale(tx, chain.slug, listNamedOperators(range, work.operatorContracts));
    await refreshNfts(tx, chain.slug, [...range.refreshes.values()]);
    for (const token of range.moved) await markHoldersStale(tx, chain.slug, token);
    await writeOwnerEvents(tx, chain.slug, { after: cursor?.blockNumber, to: logs.blockNumber });
    await advanceChain(tx, chain.slug, { logs, targetBlock: head.blockNumber });
    return unqueued;
  });
  rememberRange(work, range);
  advancePrices(work.prices, range);
  if (queued.size > REMEMBERED_PAIRS) queued.clear();
  queued.addAll(pairs);
  work.meter.advanceLogs(logs, range);
  return logs;
}

/**
 * Whether rows may be sent before the chain is locked: nothing that has the lock may wait for them, as what adds
 * partitions would, or what collects histories of followed owners. The range before it has its connection by then, as a
 * pool lends them in the order of requests: so it never waits for one that a later range holds.
 */
const canSendEarly = ({ owners, partitionedTo }: ChainWork): boolean =>
  owners === undefined && partitionedTo === undefined;

/** Stores a range's own contents, apart from the state that it makes stale. */
export async function storeRange(tx: Store, chain: string, range: DescribedRange): Promise<void> {
  await copyRange(tx, chain, range);
  await storeChanges(tx, chain, range);
}

/** Most of a range: rows that only it has. */
async function copyRange(tx: Store, chain: string, range: DescribedRange): Promise<void> {
  await copyBlocks(tx, chain, range.blocks);
  await copyRows(tx, range.transactions);
  await copyRows(tx, range.legs);
}

async function storeChanges(tx: Store, chain: string, range: DescribedRange): Promise<void> {
  await upsertContracts(tx, chain, range.contracts);
  await upsertTokens(tx, range.tokens);
  await upsertApprovals(tx, chain, [...range.approvals.values()]);
  await upsertNftApprovals(tx, chain, [...range.nftApprovals.values()]);
  await upsertOperatorApprovals(tx, chain, [...range.operatorApprovals.values()]);
  await queueAccountCodes(tx, chain, listSpenders(range));
  await insertSales(tx, chain, range.sales);
  await markNftContractsStale(tx, chain, [...range.upgraded]);
  await markContractLinksStale(tx, chain, [...range.upgraded]);
  await upsertPriceSources(tx, chain, range.sources);
  await insertObservations(tx, chain, [...range.observations.values()]);
  await upsertInteractions(tx, chain, listInteractionRows(range.interactions.values()));
  await addEmitters(tx, chain, listEmitters(range.interactions.values()));
  await addTwinSightings(tx, chain, [...range.twins.values()]);
  await markDrifting(tx, chain, [...range.rebased.values()]);
}

/** Few are new: a producer of many blocks is stored once per span. */
export async function storeFeeRecipients(
  tx: Store,
  { chain, storedRecipients }: Pick<ChainWork, "chain" | "storedRecipients">,
  { feeRecipients }: PackedRange,
): Promise<void> {
  const added = [...feeRecipients].filter(([key]) => !storedRecipients.has(key)).map(([, recipient]) => recipient);
  await insertFeeRecipients(tx, chain.slug, added);
}

/** Accounts that the range allowed to move something. */
export const listSpenders = ({ approvals, nftApprovals, operatorApprovals }: PackedRange): Set<Address> =>
  new Set([
    ...approvals.values().map(({ spender }) => spender),
    ...nftApprovals.values().flatMap(({ spender }) => (spender === ZERO_ADDRESS ? [] : [spender])),
    ...operatorApprovals.values().map(({ operator }) => operator),
  ]);

/** Adds a stored range to the caches. */
export function rememberRange(
  { knownSources, knownTokens, operatorContracts, storedRecipients, tokenTable }: ChainWork,
  { feeRecipients, operatorApprovals, sources, tokens }: DescribedRange,
): void {
  if (storedRecipients.size > REMEMBERED_RECIPIENTS) storedRecipients.clear();
  for (const key of feeRecipients.keys()) storedRecipients.add(key);
  const addresses = tokens.map(({ address }) => address);
  for (const address of addresses) knownTokens.add(address);
  addTokens(tokenTable, addresses);
  const contracts = new Set(operatorApprovals.values().map(({ contract }) => contract));
  addTokens(tokenTable, contracts);
  for (const contract of contracts) operatorContracts.add(contract);
  rememberSources(knownSources, sources);
}
