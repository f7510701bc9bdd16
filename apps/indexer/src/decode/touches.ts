import type { Address } from "@portico/evm";
import { decodeTouches } from "@portico/protocols";
import type { TouchRow } from "@portico/store";
import type { RpcLog } from "viem";

/** Blocks of an owner's first and last interaction with a protocol contract within a range. */
export interface TouchSpan {
  owner: Address;
  contract: Address;
  /** See `Touch` of the protocols. */
  key: string;
  firstBlock: bigint;
  lastBlock: bigint;
}

/** Adds the interactions that a log reports, if it is an event that a protocol of the chain subscribes to. */
export function addTouches(
  chain: string,
  log: RpcLog,
  blockNumber: bigint,
  { touches }: { touches: Map<string, TouchSpan> },
): void {
  for (const { owner, contract, key } of decodeTouches(chain, log)) {
    const id = `${owner} ${contract} ${key}`;
    const known = touches.get(id);
    if (known === undefined) touches.set(id, { owner, contract, key, firstBlock: blockNumber, lastBlock: blockNumber });
    else known.lastBlock = blockNumber;
  }
}

/** The first and the last interaction of each: a rewind into the range must find the first. */
export const listTouchRows = (spans: Iterable<TouchSpan>): TouchRow[] =>
  [...spans].flatMap(({ firstBlock, lastBlock, ...touch }) => {
    const first = { ...touch, blockNumber: firstBlock };
    return firstBlock === lastBlock ? [first] : [first, { ...touch, blockNumber: lastBlock }];
  });
