import type { Hex } from "viem";
import { createAbility } from "./ability.ts";
import type { Call } from "./aggregate3.ts";
import { callBytes } from "./callOrNull.ts";
import { decodeCreation, encodeCreation, fitsCreation, splitForCreation } from "./creationAggregate.ts";
import { isGasProof } from "./gasProof.ts";
import type { Aggregator } from "./aggregator.ts";
import { isRefusal } from "./aggregator.ts";

const creations = createAbility();

type Results = (Hex | null)[] | null | undefined;

/**
 * Without a Multicall3, on nodes that support nothing but eth_call.
 * @param tail - Appended to each aggregate.
 * @returns undefined if the node doesn't support creations in eth_call. null: an aggregate fails.
 */
export async function callByCreation(
  aggregator: Aggregator,
  calls: readonly Call[],
  tail: readonly Call[],
): Promise<Results> {
  if (!fitsCreation(calls) || creations.isMissing(aggregator.rpc)) return undefined;
  const parts = splitForCreation(calls, tail);
  const results = await Promise.all(parts.map((part) => callCreation(aggregator, part)));
  if (results.includes(undefined)) return undefined;
  return results.includes(null) ? null : joinParts(results as (Hex | null)[][], tail.length);
}

/** Joins results of aggregates with a common tail: the tail succeeded if it did in each. */
export function joinParts(parts: readonly (Hex | null)[][], tailLength: number): (Hex | null)[] {
  if (tailLength === 0) return parts.flat();
  const ends = parts.map((part) => part.at(-1) ?? null);
  return [...parts.flatMap((part) => part.slice(0, -1)), ends.find((end) => !isGasProof(end)) ?? ends[0] ?? null];
}

async function callCreation(aggregator: Aggregator, calls: readonly Call[]): Promise<Results> {
  let answer: Hex | null;
  try {
    answer = await callBytes(aggregator.rpc, [{ data: encodeCreation(calls) }, aggregator.at]);
  } catch (error) {
    if (!isRefusal(error) || (await knowsCreation(aggregator))) throw error;
    return undefined;
  }
  const results = answer === null ? undefined : decodeCreation(answer, calls.length);
  if (results !== undefined) {
    creations.markKnown(aggregator.rpc);
    return results;
  }
  return (await knowsCreation(aggregator)) && answer === null ? null : undefined;
}

/** The identity precompile: no untrusted contract. */
const PROBE: Call = { to: "0x0000000000000000000000000000000000000004", data: "0x706f727469636f" };

async function knowsCreation({ rpc, at }: Aggregator): Promise<boolean> {
  if (creations.isKnown(rpc)) return true;
  try {
    const answer = await callBytes(rpc, [{ data: encodeCreation([PROBE]) }, at]);
    if (answer !== null && decodeCreation(answer, 1)?.[0] === PROBE.data) creations.markKnown(rpc);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (!creations.isKnown(rpc)) creations.miss(rpc);
  return creations.isKnown(rpc);
}
