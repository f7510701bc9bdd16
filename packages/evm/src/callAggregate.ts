import type { Address, Hex } from "viem";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { askCall, callOrNull } from "./callOrNull.ts";
import { askAtBlock, isUnknownParameter } from "./pinnedBlock.ts";
import type { BlockParameter, PinnedBlock } from "./pinnedBlock.ts";
import { findCause, isLagging, isTransient, isUnsupported, RpcCallError } from "./rpcErrors.ts";
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

/** RPCs that have shown that they put code where they are told, and those that don't. */
const overriding = new WeakSet<Rpc>();
const plain = new WeakSet<Rpc>();

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
    if (changesState || plain.has(rpc)) return askPlain();
    const answer = await callReader(rpc, { multicall3, data, at });
    if (isData(answer)) {
      overriding.add(rpc);
      return answer;
    }
    if (answer === null && (await knowsOverrides(rpc, multicall3, at))) return null;
    const plainly = await askPlain();
    if (isData(plainly) && !overriding.has(rpc)) plain.add(rpc);
    return plainly;
  });
}

interface ReaderCall {
  multicall3: Address;
  data: Hex;
  at: BlockParameter;
}

/** @returns "0x" also where the node knows no overrides. */
async function callReader(rpc: Rpc, { multicall3, data, at }: ReaderCall): Promise<Hex | null> {
  const overrides = { [READER]: { code: toReaderCode(multicall3) } };
  try {
    return await askCall(rpc, [{ to: READER, data }, at, overrides]);
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused === undefined || isTransient(refused) || isLagging(refused)) throw error;
    if (overriding.has(rpc) && !isUnknownOverride(refused)) throw error;
    return "0x";
  }
}

/** Some nodes run other machines, where the reader's code means nothing. A contract that ruins an aggregate proves nothing. */
async function knowsOverrides(rpc: Rpc, multicall3: Address, at: BlockParameter): Promise<boolean> {
  if (overriding.has(rpc)) return true;
  const answer = await callReader(rpc, { multicall3, data: NO_CALLS, at });
  if (!isEmptyList(answer)) return false;
  overriding.add(rpc);
  return true;
}

const isData = (answer: Hex | null): answer is Hex => answer !== null && answer !== "0x";

function isEmptyList(answer: Hex | null): boolean {
  try {
    return isData(answer) && decodeAggregate3(answer, 0).length === 0;
  } catch {
    return false;
  }
}

/** As another URL may refuse it than the one that took it. */
const isUnknownOverride = (error: RpcCallError): boolean =>
  isUnsupported(error) || isUnknownParameter(error) || /override|argument|param/i.test(error.message);
