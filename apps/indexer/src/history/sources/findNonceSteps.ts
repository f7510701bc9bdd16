import type { Address, Hex, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import { InvalidReplyError } from "./invalidReplyError.ts";

/** A block in which an owner's nonce rose. */
export interface NonceStep {
  blockNumber: bigint;
  /** Before the block. */
  fromNonce: bigint;
  /** After it. */
  toNonce: bigint;
}

/** Of `blockNumber`: the nonce after it. */
interface Point {
  blockNumber: bigint;
  nonce: bigint;
}

interface Interval {
  from: Point;
  to: Point;
}

/** Reads in a round, if there are fewer intervals: fewer rounds for some more reads. */
const ROUND_READS = 3;

/**
 * The blocks in which the newest nonces at a block were used, newest first: at least `count` of them, or all.
 * None of `fromBlock` or before. Intervals of blocks are divided in rounds, all at once.
 */
export async function findNonceSteps(
  rpc: Rpc,
  owner: Address,
  { fromBlock = 0n, toBlock, count }: { fromBlock?: bigint; toBlock: bigint; count: bigint },
  signal: AbortSignal,
): Promise<NonceStep[]> {
  const [first, nonce] = await Promise.all([readCount(rpc, owner, fromBlock), readCount(rpc, owner, toBlock)]);
  const isWanted = ({ from, to }: Interval): boolean => to.nonce > from.nonce && to.nonce > nonce - count;
  const steps: Interval[] = [];
  const whole = { from: { blockNumber: fromBlock, nonce: first }, to: { blockNumber: toBlock, nonce } };
  for (let open = [whole].filter(isWanted); open.length > 0;) {
    signal.throwIfAborted();
    steps.push(...open.filter(isStep));
    open = open.filter((interval) => !isStep(interval));
    const parts = Math.max(2, Math.ceil(ROUND_READS / open.length) + 1);
    const divided = await Promise.all(open.map((interval) => divide(rpc, owner, interval, BigInt(parts))));
    open = divided.flat().filter(isWanted);
  }
  return steps
    .map(({ from, to }) => ({ blockNumber: to.blockNumber, fromNonce: from.nonce, toNonce: to.nonce }))
    .toSorted((a, b) => Number(b.blockNumber - a.blockNumber));
}

const isStep = ({ from, to }: Interval): boolean => to.blockNumber - from.blockNumber === 1n;

async function divide(rpc: Rpc, owner: Address, { from, to }: Interval, parts: bigint): Promise<Interval[]> {
  const blocks = to.blockNumber - from.blockNumber;
  const inner = Array.from(
    { length: Number(parts) - 1 },
    (_, at) => from.blockNumber + (blocks * BigInt(at + 1)) / parts,
  );
  const numbers = [...new Set(inner)].filter((blockNumber) => blockNumber > from.blockNumber);
  const read = async (blockNumber: bigint): Promise<Point> => ({
    blockNumber,
    nonce: await readCount(rpc, owner, blockNumber, { from: from.nonce, to: to.nonce }),
  });
  const points = [from, ...(await Promise.all(numbers.map(read))), to];
  return points.slice(1).map((point, at) => ({ from: points[at]!, to: point }));
}

const METHOD = "eth_getTransactionCount";

/**
 * The nonce of an account after a block.
 * @param range - The least and the largest that it can be.
 * @throws InvalidReplyError
 */
export async function readCount(
  rpc: Rpc,
  owner: Address,
  block: bigint | "latest",
  range?: { from: bigint; to: bigint },
): Promise<bigint> {
  const read = (result: unknown): bigint => {
    if (typeof result !== "string" || !/^0x[0-9a-f]{1,16}$/i.test(result))
      throw new InvalidReplyError(METHOD, "no valid nonce");
    const nonce = BigInt(result);
    if (range !== undefined && (nonce < range.from || nonce > range.to))
      throw new InvalidReplyError(METHOD, `nonce ${nonce} is not between those before and after it`);
    return nonce;
  };
  const params = [owner, block === "latest" ? block : numberToHex(block)];
  return read(await rpc.send<Hex>({ method: METHOD, params, check: (result) => void read(result) }));
}
