import { ServiceError } from "../../errors.ts";

/** @param earliest - The earliest block of the chain for which the answer is known. */
export const stateUnavailable = (chain: string, blockNumber: bigint, earliest: bigint): ServiceError =>
  new ServiceError(
    "block_unavailable",
    `The state of '${chain}' at block ${blockNumber} is unknown: the earliest known block is ${earliest}`,
  );

export const beforeFirstBlock = (chain: string, requested: string, earliest: bigint): ServiceError =>
  new ServiceError(
    "block_unavailable",
    `${requested} of '${chain}' is before the first indexed block: the earliest known block is ${earliest}`,
  );

/** @param earliest - The earliest block since which all are stored. */
export const headerUnavailable = (chain: string, requested: string, earliest: bigint): ServiceError =>
  new ServiceError(
    "block_unavailable",
    `${requested} of '${chain}' can't be read from a node: the earliest known block is ${earliest}`,
  );

export const afterLastBlock = (chain: string, blockNumber: bigint, latest: bigint): ServiceError =>
  new ServiceError(
    "block_unavailable",
    `Block ${blockNumber} of '${chain}' is not indexed yet: the latest known block is ${latest}`,
  );

/** In one error. */
const MAX_CHAINS = 5;

/**
 * Results of several chains, each for one.
 * @throws ServiceError block_unavailable whose detail names each chain, up to a limit, that has no answer, with its known
 * block; the first other error.
 */
export async function allAvailable<Value>(chains: readonly Promise<Value>[]): Promise<Value[]> {
  const results = await Promise.allSettled(chains);
  const errors = results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  const unavailable = errors.filter((error) => error instanceof ServiceError && error.code === "block_unavailable");
  if (unavailable.length < 2 || unavailable.length < errors.length) return await Promise.all(chains);
  const messages = unavailable.slice(0, MAX_CHAINS).map((error) => (error as ServiceError).message);
  const others = unavailable.length - messages.length;
  const more = others > 0 ? [`and ${others} more chains`] : [];
  throw new ServiceError("block_unavailable", [...messages, ...more].join("; "));
}
