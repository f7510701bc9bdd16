import type { Address, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import type { FoundTransaction } from "../callSource.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { readFound } from "./readFound.ts";
import type { BlockRange } from "./readFound.ts";

export const TRACE_FILTER = "trace_filter";

/** A range has more traces of an owner than are read at once. */
export class DenseRangeError extends Error {
  override readonly name = "DenseRangeError";
  /** Blocks from its start whose traces were read. */
  readonly blocks: number;
  constructor(owner: Address, { fromBlock, toBlock }: BlockRange, blocks: number) {
    super(`Blocks ${fromBlock} to ${toBlock} have more traces of ${owner}`);
    this.blocks = blocks;
  }
}

/** Requests for one direction of a range; the last one has no traces, because nodes may return fewer than requested. */
export const MAX_PAGES = 8;

/**
 * The transactions of a range with a trace from or to an owner. Both are requested separately: some nodes require both
 * of a trace, others one of them.
 * @throws DenseRangeError, InvalidReplyError
 */
export async function readTracedRange(
  rpc: Rpc,
  owner: Address,
  range: BlockRange,
  count: number,
): Promise<{ transactions: FoundTransaction[]; requests: number }> {
  const pages = await Promise.all(
    (["fromAddress", "toAddress"] as const).map((side) => readSide(rpc, owner, side, range, count)),
  );
  return { transactions: pages.flat(2), requests: pages.flat().length };
}

/** @returns the transactions of each reply. */
async function readSide(
  rpc: Rpc,
  owner: Address,
  side: "fromAddress" | "toAddress",
  range: BlockRange,
  count: number,
): Promise<FoundTransaction[][]> {
  const pages: FoundTransaction[][] = [];
  let [after, first]: [number, string | undefined] = [0, undefined];
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = (result: readonly Trace[] | null) => readTraces(result, owner, range);
    const traces = await rpc.send<readonly Trace[] | null>({
      method: TRACE_FILTER,
      params: [
        {
          fromBlock: numberToHex(range.fromBlock),
          toBlock: numberToHex(range.toBlock),
          [side]: [owner],
          after,
          count,
        },
      ],
      compact: compactTraces,
      check: (answer) => void read(answer),
    });
    pages.push(read(traces));
    const [trace] = traces ?? [];
    if (traces === null || trace === undefined) return pages;
    const key = `${String(trace.hash)} ${trace.path}`;
    if (key === first) throw new InvalidReplyError(TRACE_FILTER, "the parameter after is ignored");
    first ??= key;
    after += traces.length;
  }
  const reached = pages.at(-1)?.at(-1)?.blockNumber ?? range.fromBlock;
  throw new DenseRangeError(owner, range, Number(reached - range.fromBlock));
}

interface Trace {
  isReward: boolean;
  hash: unknown;
  blockNumber: unknown;
  /** traceAddress: its position in the transaction. */
  path: string;
  /** Lower-case. */
  addresses: ReadonlySet<string>;
}

/** Without inputs and outputs. */
function compactTraces(result: unknown): readonly Trace[] | null {
  return Array.isArray(result) ? result.map(compactTrace) : null;
}

interface NodeTrace {
  type?: unknown;
  action?: Record<string, unknown> | null;
  result?: Record<string, unknown> | null;
  blockNumber?: unknown;
  transactionHash?: unknown;
  traceAddress?: unknown;
}

function compactTrace(trace: unknown): Trace {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked when they are read
  const { type, action, result, blockNumber, transactionHash, traceAddress } = (trace ?? {}) as NodeTrace;
  const { from, to, address, refundAddress } = action ?? {};
  const named = [from, to, address, refundAddress, result?.["address"]];
  return {
    isReward: type === "reward",
    hash: transactionHash,
    blockNumber,
    path: JSON.stringify(traceAddress) ?? "",
    addresses: new Set(named.filter((value) => typeof value === "string").map((value) => value.toLowerCase())),
  };
}

function readTraces(traces: readonly Trace[] | null, owner: Address, range: BlockRange): FoundTransaction[] {
  if (traces === null) throw new InvalidReplyError(TRACE_FILTER, "no list of traces");
  return traces
    .filter(({ isReward }) => !isReward)
    .map(({ hash, blockNumber, addresses }) => {
      if (!addresses.has(owner.toLowerCase())) throw new InvalidReplyError(TRACE_FILTER, "a trace of other addresses");
      return readFound(TRACE_FILTER, { hash, blockNumber }, range);
    });
}
