import type { Address, Hash, NodeLimits } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import type { ChainWork } from "../chain/chainWork.ts";
import { ReorgError } from "../chain/reorgError.ts";
import { findBlock } from "../source/blockRef.ts";
import type { LogBatch } from "../source/logBatch.ts";
import type { Header } from "../source/readHeader.ts";
import { findChangedBlocks } from "./accountStates.ts";
import { findNamedBlocks } from "./findNamedBlocks.ts";
import type { OwnerFilter } from "./ownerFilter.ts";
import { chooseReading } from "./ownerReading.ts";
import type { OwnerReading } from "./ownerReading.ts";
import { listContracts, requestAllLogs, requestOwnerLogs } from "./requestOwnerLogs.ts";

/** What concerns followed owners in a range up to the head. */
export interface TouchedBlocks {
  /** Of the block before the range. */
  parentHash: Hash;
  /** In ascending order. */
  numbers: bigint[];
  /** Hashes of some of them, according to their logs. */
  hashes: ReadonlyMap<bigint, Hash>;
  /** Have all events of the range that name no owner. */
  logs: LogBatch[];
}

/**
 * Finds the blocks in which something of a followed owner changed, in fewer requests than it takes to read every block.
 * @returns undefined if it takes more, or the node can't be used like that.
 * @throws ReorgError when the responses are not of one chain of blocks.
 */
export async function findTouchedBlocks(
  work: ChainWork,
  fromBlock: bigint,
  head: BlockRef,
): Promise<TouchedBlocks | undefined> {
  const { owners } = work;
  if (owners === undefined || fromBlock === 0n || head.blockNumber < fromBlock) return undefined;
  const reading = await choose(work, owners, Number(head.blockNumber - fromBlock) + 1);
  if (reading.accounts === "blocks") return undefined;
  const [accounts, logs] = await Promise.all([
    reading.accounts === "states"
      ? findByStates({ ...work, owners }, fromBlock, head)
      : findByTransactions(work, owners, fromBlock, head),
    requestLogs(work, owners, { reading, fromBlock, toBlock: head.blockNumber }),
  ]);
  if (accounts === undefined || logs === undefined) return undefined;
  const hashes = findNamedBlocks(logs, owners);
  const numbers = new Set([...hashes.keys(), ...accounts.numbers]);
  if (reading.logs === "all") for (const number of listLogless(accounts.headers ?? [], logs)) numbers.add(number);
  const inRange = [...numbers].filter((number) => number >= fromBlock && number <= head.blockNumber);
  return { parentHash: accounts.parentHash, numbers: inRange.toSorted((a, b) => (a < b ? -1 : 1)), hashes, logs };
}

async function choose(work: ChainWork, owners: OwnerFilter, blocks: number): Promise<OwnerReading> {
  const { chain, source, accountStates } = work;
  const contracts = listContracts(chain.slug, listSources(work)).length;
  const { isSupported: hasStates } = accountStates;
  const node = { coverage: source.coverage, limits: await readLogLimits(work), hasStates, isWhole: source.isWhole };
  const reading = chooseReading({ blocks, owners: owners.size, contracts }, node);
  work.reading = reading;
  return reading;
}

async function readLogLimits({ rpc, logAlternatives }: ChainWork): Promise<NodeLimits> {
  const limits = await rpc.readLimits();
  return { ...limits, logTopics: Math.min(limits.logTopics ?? logAlternatives, logAlternatives) };
}

const listSources = ({ knownSources }: ChainWork): Address[] =>
  [...knownSources.byAddress].flatMap(([address, { kind }]) => (kind === "none" || kind === "rate" ? [] : [address]));

interface Wanted {
  reading: OwnerReading;
  fromBlock: bigint;
  toBlock: bigint;
}

/** @returns undefined if the node refuses as many topics: fewer are sent from now on. */
async function requestLogs(
  work: ChainWork,
  owners: OwnerFilter,
  { reading, ...range }: Wanted,
): Promise<LogBatch[] | undefined> {
  if (reading.logs === "all") return await requestAllLogs(work.rpc, range);
  const limits = await readLogLimits(work);
  try {
    return await requestOwnerLogs(work, limits, { ...range, owners: owners.list(), sources: listSources(work) });
  } catch (error) {
    const { logTopics } = await work.rpc.readLimits();
    if (logTopics === undefined || logTopics >= Math.min(owners.size, limits.logTopics!)) throw error;
    work.logAlternatives = Math.max(1, Math.min(logTopics, owners.size >> 1));
    return undefined;
  }
}

/** What the blocks themselves, or their states, show. */
interface Accounts {
  parentHash: Hash;
  numbers: bigint[];
  headers?: Header[];
}

async function findByStates(
  work: ChainWork & { owners: OwnerFilter },
  fromBlock: bigint,
  head: BlockRef,
): Promise<Accounts | undefined> {
  const before = await findBlock(work.rpc, fromBlock - 1n);
  if (before === undefined) throw new ReorgError(fromBlock - 1n);
  const numbers = await findChangedBlocks(work, before, head);
  return numbers && { parentHash: before.hash, numbers };
}

async function findByTransactions(
  { source }: ChainWork,
  owners: OwnerFilter,
  fromBlock: bigint,
  head: BlockRef,
): Promise<Accounts> {
  const headers = await source.fetchHeaders(fromBlock, head.blockNumber);
  if (headers.at(-1)!.hash !== head.hash) throw new ReorgError(head.blockNumber);
  const touched = headers.filter((header) => hasOwner(header, owners));
  return { parentHash: headers[0]!.parentHash, numbers: touched.map(({ blockNumber }) => blockNumber), headers };
}

function hasOwner({ node, transactions }: Header, owners: OwnerFilter): boolean {
  const has = (address: Address | null | undefined): boolean =>
    typeof address === "string" && owners.has(address.toLowerCase() as Address);
  return (
    has(node.miner) ||
    (node.withdrawals ?? []).some(({ address }) => has(address)) ||
    transactions.some(({ from, to, refundTo }) => has(from) || has(to) || has(refundTo))
  );
}

/** Blocks that have logs according to their blooms, of which none was returned: they are read again. */
function listLogless(headers: readonly Header[], logs: readonly LogBatch[]): bigint[] {
  const seen = new Set(logs.flatMap(({ blockNumbers }) => blockNumbers));
  return headers.flatMap(({ blockNumber, bloom, hasEmptyBloom }) =>
    bloom === undefined || hasEmptyBloom || seen.has(Number(blockNumber)) ? [] : [blockNumber],
  );
}
