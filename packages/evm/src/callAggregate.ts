import type { Address, Hex } from "viem";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { askCall, callOrNull } from "./callOrNull.ts";
import { askAtBlock, isUnknownParameter } from "./pinnedBlock.ts";
import type { BlockParameter, PinnedBlock } from "./pinnedBlock.ts";
import {
  EndpointError,
  findCause,
  isLagging,
  isRateLimited,
  isTransient,
  isUnsupported,
  RpcCallError,
} from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

export interface Aggregate {
  block: PinnedBlock;
  multicall3: Address;
  /** Calls see what those before them changed; left out: no call can change anything. */
  changesState?: boolean | undefined;
}

/** Nothing stands here: for the time of one call an override puts code here. */
const READER: Address = "0x00000000000000000000000000000000000a9e3f";

/**
 * Asks a Multicall3 by STATICCALL, so that nothing it asks in turn can move a coin, or a price, for those that are asked after
 * it. EIP-1167's code with the other instruction. @see https://eips.ethereum.org/EIPS/eip-1167
 */
const toReaderCode = (multicall3: Address): Hex =>
  `0x363d3d373d3d3d363d73${multicall3.slice(2)}5afa3d82803e903d91602b57fd5bf3`;

const NO_CALLS = encodeAggregate3([]);

/** RPCs that have shown that they put code where they are told. */
const overriding = new WeakSet<Rpc>();
/** Those that don't, with how many aggregates they are asked before they are tried again: another URL may know better. */
const plain = new WeakMap<Rpc, number>();
const TRIED_AGAIN_AFTER = 1_000;

/**
 * One aggregate3. On nodes that know no overrides a contract that acts when it is asked does so for the rest of the aggregate.
 * @returns null when it fails, "0x" where no Multicall3 stands. @throws when the node can't answer.
 */
export async function callAggregate(
  rpc: Rpc,
  calls: readonly Call[],
  { block, multicall3, changesState = false }: Aggregate,
): Promise<Hex | null> {
  const data = encodeAggregate3(calls);
  return askAtBlock(rpc, block, async (at) => {
    const askPlain = () => callOrNull(rpc, { to: multicall3, data }, at);
    if (changesState || isPlain(rpc)) return askPlain();
    const answer = await callReader(rpc, { multicall3, data, at });
    if (isData(answer)) {
      learnOverrides(rpc);
      return answer;
    }
    if (answer === null && (await knowsOverrides(rpc, multicall3, at))) return null;
    const plainly = await askPlain();
    if (isData(plainly) && !overriding.has(rpc)) plain.set(rpc, TRIED_AGAIN_AFTER);
    return plainly;
  });
}

function isPlain(rpc: Rpc): boolean {
  const left = overriding.has(rpc) ? undefined : plain.get(rpc);
  if (left === undefined) return false;
  plain.set(rpc, left > 0 ? left - 1 : TRIED_AGAIN_AFTER);
  return left > 0;
}

interface ReaderCall {
  multicall3: Address;
  data: Hex;
  at: BlockParameter;
}

/** @returns "0x" also where the node knows no overrides, or another URL answers than the one that does. */
async function callReader(rpc: Rpc, call: ReaderCall): Promise<Hex | null> {
  const wasKnown = overriding.has(rpc);
  try {
    return await askReader(rpc, call);
  } catch (error) {
    if (wasKnown ? !isUnknownOverride(error) : !isRefusal(error)) throw error;
    if (!wasKnown && (await knowsOverrides(rpc, call.multicall3, call.at))) throw error;
    return "0x";
  }
}

const askReader = (rpc: Rpc, { multicall3, data, at }: ReaderCall): Promise<Hex | null> =>
  askCall(rpc, [{ to: READER, data }, at, { [READER]: { code: toReaderCode(multicall3) } }]);

/**
 * Asked without anybody's contract, which could ruin an aggregate or make the node refuse it. Some nodes run other machines,
 * where the reader's code means nothing; some call what they don't know an internal error.
 */
async function knowsOverrides(rpc: Rpc, multicall3: Address, at: BlockParameter): Promise<boolean> {
  if (overriding.has(rpc)) return true;
  try {
    if (!isEmptyList(await askReader(rpc, { multicall3, data: NO_CALLS, at }))) return false;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
  learnOverrides(rpc);
  return true;
}

function learnOverrides(rpc: Rpc): void {
  overriding.add(rpc);
  plain.delete(rpc);
}

const isData = (answer: Hex | null): answer is Hex => answer !== null && answer !== "0x";

/** Some nodes answer with a bare status what they can't read. */
function isRefusal(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  const status = findCause(error, EndpointError)?.status;
  return refused === undefined ? status === 400 || status === 500 : !isLagging(refused) && !isRateLimited(refused);
}

function isEmptyList(answer: Hex | null): boolean {
  try {
    return isData(answer) && decodeAggregate3(answer, 0).length === 0;
  } catch {
    return false;
  }
}

/** As another URL may refuse it than the one that took it. */
function isUnknownOverride(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  if (refused === undefined || isTransient(refused) || isLagging(refused)) return false;
  return isUnsupported(refused) || isUnknownParameter(refused) || /override|argument|param/i.test(refused.message);
}
