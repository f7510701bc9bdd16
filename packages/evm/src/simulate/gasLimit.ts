import type { SimulatedLog } from "./simulation.ts";

/** Result of one run of a transaction. */
export interface GasRun {
  isSuccess: boolean;
  gasUsed: bigint;
  logs: readonly SimulatedLog[];
}

/** EIP-7825: maximum gas limit of a transaction, where it applies. */
const MAX_PER_TRANSACTION = 1n << 24n;
/** A transfer to an account without code always uses exactly that. */
const PLAIN_TRANSFER = 21_000n;

/**
 * Finds a limit with which the transaction does the same as without one: one and a half times the gas used; more if
 * that isn't
 * enough, as with inner calls that get only 63/64 of the rest (EIP-150), or refunds at the end.
 * @param first - Without a limit.
 * @param run - With one; undefined: without again.
 * @returns the limit, and the run with it. If none works, the block's gas, and a run without a limit.
 */
export async function settleGasLimit<Run extends GasRun>(
  first: Run,
  blockGasLimit: bigint,
  run: (gasLimit?: bigint) => Promise<Run>,
): Promise<{ gasLimit: bigint; settled: Run }> {
  for (const gasLimit of listLimits(first.gasUsed, blockGasLimit)) {
    const settled = await run(gasLimit);
    if (settled.isSuccess && settled.gasUsed === first.gasUsed && isSameRun(first, settled))
      return { gasLimit, settled };
  }
  return { gasLimit: blockGasLimit, settled: await run() };
}

/** Whether the same contracts emitted the same logs in the same order; amounts may differ. */
export const isSameRun = ({ logs }: GasRun, other: GasRun): boolean =>
  logs.length === other.logs.length && logs.every((log, index) => isEqualLog(log, other.logs[index]!));

const isEqualLog = (a: SimulatedLog, b: SimulatedLog): boolean =>
  a.address === b.address &&
  a.topics.length === b.topics.length &&
  a.topics.every((topic, at) => topic === b.topics[at]);

/** In ascending order. */
function listLimits(gasUsed: bigint, blockGasLimit: bigint): bigint[] {
  if (gasUsed === PLAIN_TRANSFER) return [gasUsed];
  const limits = [addMargin(gasUsed), gasUsed * 2n, gasUsed * 4n, gasUsed * 16n];
  const max =
    gasUsed < MAX_PER_TRANSACTION && MAX_PER_TRANSACTION < blockGasLimit ? MAX_PER_TRANSACTION : blockGasLimit;
  return [...new Set(limits.map((limit) => (limit < max ? limit : max)))];
}

export const addMargin = (gasUsed: bigint): bigint => (gasUsed === PLAIN_TRANSFER ? gasUsed : (gasUsed * 3n) / 2n);
