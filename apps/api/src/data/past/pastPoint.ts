import { invalidParams } from "../../errors.ts";

/** What a request names instead of the newest block: one of a single chain, or a time, unix seconds. */
export type PastPoint = { readonly block: bigint } | { readonly timeAt: number };

export interface PastParams {
  readonly block?: number | undefined;
  readonly time_at?: number | undefined;
}

/**
 * The point of a request for an answer about the past; undefined if it names none.
 * @param chains - Slugs of the request. @throws ServiceError invalid_params, naming the parameter.
 */
export function parsePastPoint(
  { block, time_at: timeAt }: PastParams,
  chains: readonly string[],
): PastPoint | undefined {
  if (block !== undefined && timeAt !== undefined)
    throw invalidParams({ time_at: "must not be given together with block" });
  if (timeAt !== undefined) return { timeAt };
  if (block === undefined) return undefined;
  if (new Set(chains).size !== 1) throw invalidParams({ block: "needs exactly one chain" });
  return { block: BigInt(block) };
}

/** For an operation that has no answer about the past. @throws ServiceError invalid_params if one is requested. */
export function rejectPast({ block, time_at: timeAt }: PastParams): void {
  const reason = "is not supported by this operation";
  if (block !== undefined) throw invalidParams({ block: reason });
  if (timeAt !== undefined) throw invalidParams({ time_at: reason });
}
