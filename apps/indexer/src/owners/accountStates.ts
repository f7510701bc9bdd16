import { findCause, isLagging, isPruned, readAccountStates, RpcCallError } from "@portico/evm";
import type { Address, Hash, Hex, Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import type { OwnerFilter } from "./ownerFilter.ts";

/** The owners' states after the last head, from one head to the next. All of it can be lost. */
export interface AccountStates {
  hash: Hash | undefined;
  byOwner: Map<Address, Hex>;
  /** Whether the node can read them, as far as it is known. */
  isSupported: boolean;
}

export const createAccountStates = (): AccountStates => ({ hash: undefined, byOwner: new Map(), isSupported: true });

interface StateReader {
  rpc: Rpc;
  owners: OwnerFilter;
  accountStates: AccountStates;
}

type Block = Pick<BlockRef, "blockNumber" | "hash">;

/**
 * The blocks after one and up to another in which an owner's balance or nonce changed. Of changes that cancel each other
 * between two readings there is no trace; where the node has pruned the states between, all blocks count.
 * @returns undefined if the node can't read the states of these two blocks.
 */
export async function findChangedBlocks(
  { rpc, owners, accountStates: known }: StateReader,
  from: Block,
  to: Block,
): Promise<bigint[] | undefined> {
  const accounts = owners.list();
  const missing = known.hash === from.hash ? accounts.filter((owner) => !known.byOwner.has(owner)) : accounts;
  const [earlier, later] = await Promise.all([readPastStates(rpc, missing, from), readStates(rpc, accounts, to)]);
  if (earlier === undefined || later === undefined) {
    known.isSupported = false;
    return undefined;
  }
  const stored = known.hash === from.hash ? known.byOwner : new Map<Address, Hex>();
  Object.assign(known, { hash: to.hash, byOwner: later });
  if (earlier === "pruned") return undefined;
  const before = new Map([...stored, ...earlier]);
  return await bisect(rpc, { blockNumber: from.blockNumber, states: before }, { ...to, states: later });
}

interface Reading {
  blockNumber: bigint;
  states: ReadonlyMap<Address, Hex>;
}

async function bisect(rpc: Rpc, before: Reading, after: Reading): Promise<bigint[]> {
  const changed = [...after.states].flatMap(([owner, state]) => (before.states.get(owner) === state ? [] : [owner]));
  if (changed.length === 0) return [];
  const count = Number(after.blockNumber - before.blockNumber);
  if (count === 1) return [after.blockNumber];
  const blockNumber = before.blockNumber + BigInt(count >> 1);
  const states = await readPastStates(rpc, changed, { blockNumber });
  if (states === undefined) throw new Error(`The node no longer reads the state of accounts at block ${blockNumber}`);
  if (states === "pruned") return Array.from({ length: count }, (_, index) => before.blockNumber + BigInt(index + 1));
  const middle = { blockNumber, states };
  const only = (reading: Reading): Reading => ({
    ...reading,
    states: new Map(changed.map((owner) => [owner, reading.states.get(owner)!])),
  });
  return (await Promise.all([bisect(rpc, only(before), middle), bisect(rpc, middle, only(after))])).flat();
}

type AnyBlock = Pick<Block, "blockNumber"> & Partial<Block>;

async function readStates(
  rpc: Rpc,
  owners: readonly Address[],
  block: AnyBlock,
): Promise<Map<Address, Hex> | undefined> {
  const states = await readAccountStates(rpc, owners, block);
  return states && new Map(owners.map((owner, at) => [owner, states[at]!]));
}

/** Nodes report pruned states in several ways; also for a block that a reorganisation has removed. */
async function readPastStates(rpc: Rpc, owners: readonly Address[], block: AnyBlock) {
  try {
    return await readStates(rpc, owners, block);
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused === undefined || !(isPruned(refused) || isLagging(refused))) throw error;
    return "pruned";
  }
}
