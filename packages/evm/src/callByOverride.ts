import type { Address, Hex } from "viem";
import { createAbility } from "./ability.ts";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { callBytes } from "./callOrNull.ts";
import { isData, isRefusal } from "./aggregator.ts";
import type { Aggregator } from "./aggregator.ts";
import { isUnknownParameter } from "./pinnedBlock.ts";
import { findCause, isLagging, isTransient, isUnsupported, RpcCallError } from "./rpcErrors.ts";

/** An unused address: during one call an override puts code here. */
const READER: Address = "0x00000000000000000000000000000000000a9e3f";

/**
 * Calls a Multicall3 by STATICCALL, so that no call can move coins, or a price, for later ones.
 * EIP-1167's code with the other instruction. @see https://eips.ethereum.org/EIPS/eip-1167
 */
const toReaderCode = (multicall3: Address): Hex =>
  `0x363d3d373d3d3d363d73${multicall3.slice(2)}5afa3d82803e903d91602b57fd5bf3`;

const NO_CALLS = encodeAggregate3([]);

const overrides = createAbility();

/** The RPC is called without overrides from now on, for a while, unless it has shown support for them. */
export const noteNoOverrides = ({ rpc }: Aggregator): void => overrides.miss(rpc);

/** @returns undefined if the node doesn't support overrides, or there is no Multicall3. null: the aggregate fails. */
export async function callByOverride(
  aggregator: Aggregator,
  calls: readonly Call[],
): Promise<(Hex | null)[] | null | undefined> {
  const { rpc } = aggregator;
  if (overrides.isMissing(rpc)) return undefined;
  const answer = await callReader(aggregator, encodeAggregate3(calls));
  if (isData(answer)) {
    overrides.markKnown(rpc);
    return decodeAggregate3(answer, calls.length);
  }
  return answer === null && (await knowsOverrides(aggregator)) ? null : undefined;
}

/** @returns "0x" also if the node ignores overrides, or another URL responds than the one with overrides. */
async function callReader(aggregator: Aggregator, data: Hex): Promise<Hex | null> {
  const wasKnown = overrides.isKnown(aggregator.rpc);
  try {
    return await readByOverride(aggregator, data);
  } catch (error) {
    if (wasKnown ? !isUnknownOverride(error) : !isRefusal(error)) throw error;
    if (!wasKnown && (await knowsOverrides(aggregator))) throw error;
    return "0x";
  }
}

const readByOverride = ({ rpc, multicall3, at }: Aggregator, data: Hex): Promise<Hex | null> =>
  callBytes(rpc, [{ to: READER, data }, at, { [READER]: { code: toReaderCode(multicall3) } }]);

/**
 * Probes without untrusted contracts, which could break an aggregate or make the node refuse it. Some nodes run other
 * virtual machines,
 * where the reader's code has no meaning; some report unknown parameters as an internal error.
 */
async function knowsOverrides(aggregator: Aggregator): Promise<boolean> {
  if (overrides.isKnown(aggregator.rpc)) return true;
  try {
    if (!isEmptyList(await readByOverride(aggregator, NO_CALLS))) return false;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
  overrides.markKnown(aggregator.rpc);
  return true;
}

function isEmptyList(answer: Hex | null): boolean {
  try {
    return isData(answer) && decodeAggregate3(answer, 0).length === 0;
  } catch {
    return false;
  }
}

/** Another URL may refuse it than the one that accepted it. */
function isUnknownOverride(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  if (refused === undefined || isTransient(refused) || isLagging(refused)) return false;
  return isUnsupported(refused) || isUnknownParameter(refused) || /override|argument|param/i.test(refused.message);
}
