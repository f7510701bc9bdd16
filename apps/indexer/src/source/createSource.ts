import { coinRulesOf, createLogSpan } from "@portico/evm";
import type { Chain, Hex, Rpc } from "@portico/evm";
import { requestBlock, requestReceipts, requestTraces } from "./requests.ts";
import type { Coverage } from "./coverage.ts";
import { requestValidLogs, listRangeLogs } from "./requestValidLogs.ts";
import { requestValidReceipts, requestValidTraces } from "./validParts.ts";
import { linkHeaders } from "./linkHeaders.ts";
import { createPartStore } from "./partStore.ts";
import type { PartStore } from "./partStore.ts";
import { probe } from "./probe.ts";
import { readNodeRules } from "./readNodeRules.ts";
import { ReorgError } from "../chain/reorgError.ts";
import { readHeader } from "./readHeader.ts";
import { createReceiptReader } from "./readReceipts.ts";
import type { Header, NodeBlock } from "./readHeader.ts";
import type { SourceBlock } from "./sourceBlock.ts";
import { toSourceBlock } from "./toSourceBlock.ts";
import { createTopicSet } from "./topicSet.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceReads, SourceState } from "./sourceState.ts";

export interface SourceOptions {
  chain: Chain;
  rpc: Rpc;
  /** First topics of the requested logs. */
  topics: readonly Hex[];
  /** Maximum range of one eth_getLogs. */
  maxBlocks: number;
  reads: SourceReads;
  /**
   * Outlives failures: its owner releases stored blocks. If omitted, the data of a range is lost when a part of it
   * fails.
   */
  parts?: PartStore | undefined;
}

/** A chain's blocks as returned by its node, validated. */
export interface Source {
  /** Result of `probe`, updated by later observations. */
  readonly coverage: Readonly<Coverage>;
  /**
   * Detects the node's capabilities, at an existing block: call it first.
   * @throws if `reads` requires an unsupported one.
   */
  probe(headNumber: bigint): Promise<Coverage>;
  /**
   * @param toBlock - Inclusive; not beyond the head.
   * @throws ReorgError if the responses are not of one chain of blocks: retry. InvalidDataError if every endpoint's data of a
   * block is invalid.
   */
  fetchBlocks(fromBlock: bigint, toBlock: bigint): Promise<SourceBlock[]>;
  /** Blocks with their transactions, linked; they are cached for `fetchBlocks`. Throws like it. */
  fetchHeaders(fromBlock: bigint, toBlock: bigint): Promise<Header[]>;
  /** Whether blocks are read with their transactions. */
  readonly isWhole: boolean;
}

export function createSource({ chain, rpc, topics, maxBlocks, reads, parts }: SourceOptions): Source {
  const topicSet = createTopicSet(topics);
  const state: Omit<SourceState, "parts"> = {
    rpc,
    rules: coinRulesOf(chain.slug),
    topics,
    topicSet,
    readReceipts: createReceiptReader(topicSet),
    span: createLogSpan(maxBlocks),
    coverage: { receipts: undefined, traces: undefined, bloom: true, gas: true, traceCounts: true },
    isWhole: reads.receipts !== false || reads.traces !== false,
    irregularities: { gas: 0, noBloom: 0, traceCount: 0 },
  };
  const run = async <T>(fetch: (state: SourceState) => Promise<T>): Promise<T> => {
    const store = parts ?? createPartStore();
    try {
      return await fetch({ ...state, parts: store });
    } catch (error) {
      if (error instanceof ReorgError || error instanceof InvalidDataError) store.clear(); // it may be of another branch
      throw error;
    }
  };
  return {
    coverage: state.coverage,
    isWhole: state.isWhole,
    async probe(headNumber) {
      state.rules = await readNodeRules(rpc, state.rules);
      return Object.assign(state.coverage, await probe(rpc, headNumber, { reads, readReceipts: state.readReceipts }));
    },
    fetchBlocks: (fromBlock, toBlock) => run((own) => fetchBlocks(own, fromBlock, toBlock)),
    fetchHeaders: (fromBlock, toBlock) => run((own) => fetchHeaders(own, listNumbers(fromBlock, toBlock))),
  };
}

const listNumbers = (fromBlock: bigint, toBlock: bigint): bigint[] =>
  Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, index) => fromBlock + BigInt(index));

async function fetchHeaders({ rpc, isWhole, parts }: SourceState, numbers: readonly bigint[]): Promise<Header[]> {
  const request = (number: bigint) => parts.read(number, "block", () => requestBlock(rpc, number, isWhole));
  return linkHeaders(rpc, numbers, await Promise.all(numbers.map(request)), isWhole);
}

/** Requests all missing data concurrently; invalid data is requested again. */
async function fetchBlocks(state: SourceState, fromBlock: bigint, toBlock: bigint): Promise<SourceBlock[]> {
  const { rpc, coverage, isWhole, parts } = state;
  const numbers = listNumbers(fromBlock, toBlock);
  const readEach = <T>(part: string, request: (number: bigint) => Promise<T>): Promise<T[]> =>
    Promise.all(numbers.map((number) => parts.read(number, part, () => request(number))));
  const [hasReceipts, isTraced] = [coverage.receipts !== undefined, coverage.traces === "trace_block"];
  const [blocks, receipts, traces, replies] = await Promise.all([
    readEach("block", (number) => requestBlock(rpc, number, isWhole)),
    coverage.receipts === "block"
      ? readEach("receipts", (number) => requestReceipts(rpc, number, state.readReceipts))
      : [],
    isTraced ? readEach("traces", (number) => requestTraces(rpc, number)) : [],
    hasReceipts ? undefined : listRangeLogs(state, fromBlock, toBlock),
  ]);
  const headers = await linkHeaders(rpc, numbers, blocks, isWhole);
  const logs = replies === undefined ? undefined : await requestValidLogs(state, headers, replies);
  const assembleOnce = async (header: Header, at: number): Promise<SourceBlock> => {
    const retryWhileInvalid = <T>(part: string, request: () => Promise<T>): Promise<T> =>
      parts.read(header.blockNumber, `${part} ${header.hash} ${header.transactionHashes.length}`, request);
    const ofBlock = hasReceipts
      ? await retryWhileInvalid("fitting receipts", () => requestValidReceipts(state, header, receipts[at]))
      : undefined;
    const fitting = await retryWhileInvalid("fitting traces", () =>
      requestValidTraces(state, header, traces[at] ?? null),
    );
    const receiptList = ofBlock?.receipts;
    return toSourceBlock(header, logs?.[at] ?? ofBlock!.logs, { receipts: receiptList, traces: fitting }, state.rules);
  };
  const assemble = async (header: Header, at: number): Promise<SourceBlock> => {
    try {
      return await assembleOnce(header, at);
    } catch (error) {
      const isInvalid = error instanceof ReorgError || error instanceof InvalidDataError;
      const longer = isInvalid && isWhole ? await findLonger(rpc, header) : undefined;
      if (longer === undefined) throw error;
      return assemble(longer, at);
    }
  };
  return Promise.all(headers.map(assemble));
}

/** The same block with more transactions: then the list was truncated. */
async function findLonger(rpc: Rpc, { blockNumber, hash, transactionHashes }: Header): Promise<Header | undefined> {
  const read = (block: NodeBlock | null): Header => {
    const header = readHeader(blockNumber, block, true);
    const isLonger = header.hash === hash && header.transactionHashes.length > transactionHashes.length;
    if (!isLonger) throw new InvalidDataError("block", blockNumber, "it has no more transactions");
    return header;
  };
  try {
    return read(await requestBlock(rpc, blockNumber, true, (block) => void read(block)));
  } catch (error) {
    if (error instanceof InvalidDataError) return undefined;
    throw error;
  }
}
