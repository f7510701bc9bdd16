import type { Address } from "@portico/evm";
import { decodeInteractions } from "@portico/protocols";
import type { InteractionRow } from "@portico/store";
import type { RpcLog } from "viem";

/** Blocks of an owner's first and last interaction with a protocol contract within a range. */
export interface InteractionSpan {
  owner: Address;
  contract: Address;
  /** See `Interaction` of the protocols. */
  key: string;
  /** Whether the contract is to be identified. */
  isUnlisted: boolean;
  firstBlock: bigint;
  lastBlock: bigint;
}

/** Adds the interactions that a log reports, if it is an event that a protocol of the chain subscribes to. */
export function addInteractions(
  chain: string,
  log: RpcLog,
  blockNumber: bigint,
  { interactions }: { interactions: Map<string, InteractionSpan> },
): void {
  for (const { owner, contract, key, isUnlisted } of decodeInteractions(chain, log)) {
    const id = `${owner} ${contract} ${key}`;
    const known = interactions.get(id);
    if (known === undefined)
      interactions.set(id, { owner, contract, key, isUnlisted, firstBlock: blockNumber, lastBlock: blockNumber });
    else known.lastBlock = blockNumber;
  }
}

/** Emitters that no table lists. */
export const listEmitters = (spans: Iterable<InteractionSpan>): Address[] => [
  ...new Set([...spans].flatMap(({ contract, isUnlisted }) => (isUnlisted ? [contract] : []))),
];

/** The first and the last interaction of each: a rewind into the range must find the first. */
export const listInteractionRows = (spans: Iterable<InteractionSpan>): InteractionRow[] =>
  [...spans].flatMap(({ owner, contract, key, firstBlock, lastBlock }) => {
    const interaction = { owner, contract, key };
    const first = { ...interaction, blockNumber: firstBlock };
    return firstBlock === lastBlock ? [first] : [first, { ...interaction, blockNumber: lastBlock }];
  });
