import { ByteTable } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  addEmitters,
  addTwinSightings,
  advanceHistories,
  copyMissingLegs,
  copyMissingRows,
  encodeBlocks,
  hasOtherBlock,
  holdChain,
  insertFeeRecipients,
  insertSales,
  insertTokenLogs,
  inTransaction,
  listCoinChanges,
  listOwnedTransactions,
  listTokensByAddress,
  markDrifting,
  markNamedStale,
  markNftsStale,
  markPairsStale,
  queueAccountCodes,
  queueNewContracts,
  replaceFewerLegs,
  upsertApprovals,
  upsertContracts,
  upsertInteractions,
  upsertNftApprovals,
  upsertOperatorApprovals,
  upsertTokens,
} from "@portico/store";
import type { Store, Token } from "@portico/store";
import { addTokens } from "../chain/chainWork.ts";
import { inOrder } from "../chain/inOrder.ts";
import { packBlocks } from "../chain/packedRange.ts";
import type { PackedRange } from "../chain/packedRange.ts";
import { listSpenders } from "../chain/writeRange.ts";
import { listEmitters, listInteractionRows } from "../decode/interactions.ts";
import { createOwnerFilter } from "../owners/ownerFilter.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { describeTokens } from "../tokens/describeTokens.ts";
import { createAccountStates } from "./accountStates.ts";
import type { AccountStates } from "./accountStates.ts";
import type { FoundPage, HistoryWork, OwnedTransaction } from "./historyWork.ts";

const CHUNKS_AHEAD = 2;

/**
 * Reads the transactions of a page and stores what they changed for the owners, newest first, in chunks of whole blocks:
 * each with how far the pass is. What is stored already is not read again.
 * @param chunkSize - Transactions per chunk.
 */
export async function storePage(work: HistoryWork, page: FoundPage, chunkSize: number): Promise<void> {
  const [owner] = page.owners;
  const states = page.owners.length === 1 ? createAccountStates(work.rpc, owner!) : undefined;
  const releases: (() => void)[] = [];
  const wanted = page.isRepeated === true ? page : { ...page, found: await listMissing(work, page) };
  const jobs = cutPage(wanted, chunkSize).map((chunk) => async () => {
    const claim = work.claims?.claim(chunk.found.map(({ hash }) => hash));
    const release = claim?.release ?? ((): void => undefined);
    releases.push(release);
    await claim?.ready;
    return { chunk: await readChunk(work, chunk, states), release };
  });
  try {
    for await (const { chunk, release } of inOrder(jobs.values(), CHUNKS_AHEAD)) {
      if (work.signal.aborted) return;
      const isStored = await work.inTurn(() => storeChunk(work, chunk));
      if (!isStored) return; // the chain was rewound, or the owners were removed
      release();
    }
  } finally {
    for (const release of releases) release();
  }
}

/** Newest first; at least one, which may be empty. */
export function cutPage(page: FoundPage, chunkSize: number): FoundPage[] {
  const blocks = Map.groupBy(page.found, ({ blockNumber }) => blockNumber);
  const numbers = [...blocks.keys()].toSorted((a, b) => Number(b - a));
  const chunks: FoundPage[] = [];
  let [found, toBlock]: [OwnedTransaction[], bigint] = [[], page.toBlock];
  for (const blockNumber of numbers) {
    found.push(...blocks.get(blockNumber)!);
    if (found.length < chunkSize || blockNumber <= page.fromBlock) continue;
    chunks.push({ ...page, found, toBlock, fromBlock: blockNumber });
    [found, toBlock] = [[], blockNumber - 1n];
  }
  return [...chunks, { ...page, found, toBlock }];
}

interface ReadChunk {
  page: FoundPage;
  range: PackedRange | undefined;
  tokens: readonly Token[];
  counts: ReadonlyMap<Address, number>;
}

/** @param states - Of the page's owner, if it has only one. */
async function readChunk(work: HistoryWork, page: FoundPage, states?: AccountStates): Promise<ReadChunk> {
  const { chain } = work;
  const missing = await listMissing(work, page);
  const nothing = { page, range: undefined, tokens: [], counts: new Map<Address, number>() };
  const wanted = page.isRepeated === true ? page.found : missing;
  if (wanted.length === 0) return nothing;
  const blocks = await readMissing(work, { ...page, found: wanted }, states);
  if (blocks.length === 0) return nothing;
  const known = await findKnownTokens(work, blocks);
  const range = packBlocks(chain, blocks, { known, owners: createOwnerFilter(page.owners) });
  return { page, range, tokens: await describeNewTokens(work, range), counts: countFound(missing, blocks) };
}

async function listMissing({ chain, db }: HistoryWork, { found }: FoundPage): Promise<OwnedTransaction[]> {
  const stored = await listOwnedTransactions(db, chain.slug, found);
  return found.filter(({ owner, hash }) => !stored.has(`${owner} ${hash}`));
}

/** Without what the node doesn't have, or has in a later block: that is of the index, or of an earlier step. */
async function readMissing(
  { chain, db, log, reader }: HistoryWork,
  { source, owners, fromBlock, toBlock, found }: FoundPage,
  states: AccountStates | undefined,
): Promise<SourceBlock[]> {
  const wanted = [...new Map(found.map((one) => [one.hash, one])).values()];
  const owner = owners[0]!;
  const range = { fromBlock, toBlock };
  const span = states && { owner, ...range, states, readStored: () => listCoinChanges(db, chain.slug, owner, range) };
  const { blocks, unknown } = await reader.read(wanted, span);
  const [within, later] = [true, false].map((is) => blocks.filter(({ blockNumber }) => blockNumber <= toBlock === is));
  if (unknown.length > 0) {
    const hashes = unknown.slice(0, MAX_NAMED).map(({ hash }) => hash);
    log.warn({ source, count: unknown.length, hashes }, "a source reported transactions that the node lacks");
  }
  if (later!.length > 0) {
    const blockNumbers = later!.slice(0, MAX_NAMED).map(({ blockNumber }) => blockNumber);
    log.warn({ source, count: later!.length, blockNumbers }, "a source reported transactions of later blocks");
  }
  return within!;
}

/** Those that the node has, by owner. */
function countFound(missing: readonly OwnedTransaction[], blocks: readonly SourceBlock[]): Map<Address, number> {
  const read = new Set(blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)));
  const found = Map.groupBy(
    missing.filter(({ hash }) => read.has(hash)),
    ({ owner }) => owner,
  );
  return new Map([...found].map(([owner, list]) => [owner, list.length]));
}

const MAX_NAMED = 5;
const ADDRESS = 20;

/** The stored tokens with a log in these blocks. */
async function findKnownTokens({ chain, db }: HistoryWork, blocks: readonly SourceBlock[]): Promise<ByteTable> {
  const emitters = new Set<Address>();
  for (const { logs } of blocks) {
    for (let log = 0; log < logs.batch.count; log++) emitters.add(logs.batch.toRpcLog(log).address);
  }
  const tokens = await listTokensByAddress(db, chain.slug, [...emitters]);
  const table = new ByteTable(ADDRESS, tokens.length);
  addTokens(
    table,
    tokens.map(({ address }) => address),
  );
  return table;
}

async function describeNewTokens(work: HistoryWork, { fungibles }: PackedRange): Promise<Token[]> {
  const stored = await listTokensByAddress(work.db, work.chain.slug, [...fungibles]);
  const described = new Set(stored.filter(({ metadataBlock }) => metadataBlock !== null).map(({ address }) => address));
  const wanted = [...fungibles].filter((token) => !described.has(token));
  return await describeTokens(work, wanted, { blockNumber: work.head.blockNumber });
}

/** @returns whether the pass was where the chunk begins. */
async function storeChunk({ chain, db }: HistoryWork, { page, range, tokens, counts }: ReadChunk): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    await holdChain(tx, chain.slug);
    const advanced = await advanceHistories(tx, chain.slug, { ...page, counts });
    if (advanced.length < page.owners.length) throw new HistoryMovedError();
    if (range !== undefined) await storeChanges(tx, chain.slug, { page, range, tokens });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof HistoryMovedError) return false;
    throw error;
  });
}

/** Another step of the pass was stored, the chain was rewound, or an owner was removed. */
class HistoryMovedError extends Error {
  override readonly name = "HistoryMovedError";
}

/** The changes that concern owners, as far as they aren't stored, and the state that they name. */
async function storeChanges(
  tx: Store,
  chain: string,
  { page, range, tokens }: { page: FoundPage; range: PackedRange; tokens: readonly Token[] },
): Promise<void> {
  if (await hasOtherBlock(tx, chain, range.blocks)) throw new Error("A block is of another branch than the stored one");
  await copyMissingRows(tx, encodeBlocks(chain, range.blocks));
  await copyMissingRows(tx, range.transactions);
  await (page.isRepeated === true ? replaceFewerLegs : copyMissingLegs)(tx, range.legs);
  await upsertContracts(tx, chain, range.contracts);
  await upsertTokens(tx, tokens);
  await queueNewContracts(tx, chain, {
    tokens: tokens.map(({ address }) => address),
    operated: [...range.operatorApprovals.values()].map(({ contract }) => contract),
  });
  await upsertApprovals(tx, chain, [...range.approvals.values()]);
  await upsertNftApprovals(tx, chain, [...range.nftApprovals.values()]);
  await upsertOperatorApprovals(tx, chain, [...range.operatorApprovals.values()]);
  await queueAccountCodes(tx, chain, listSpenders(range));
  await insertSales(tx, chain, range.sales);
  await upsertInteractions(tx, chain, listInteractionRows(range.interactions.values()));
  await addEmitters(tx, chain, listEmitters(range.interactions.values()));
  await insertFeeRecipients(tx, chain, [...range.feeRecipients.values()]);
  await markPairsStale(tx, chain, range.pairs.bytes);
  await markNamedStale(tx, chain, await insertTokenLogs(tx, chain, range.tokenLogs));
  await markNftsStale(tx, chain, [...range.nfts.values()]);
  await addTwinSightings(tx, chain, [...range.twins.values()]);
  await markDrifting(tx, chain, [...range.rebased.values()]);
}
