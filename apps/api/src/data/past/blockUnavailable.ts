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
