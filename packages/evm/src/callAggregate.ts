import type { Address, Hex } from "viem";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { callByCreation, joinParts } from "./callByCreation.ts";
import { callByOverride, noteNoOverrides } from "./callByOverride.ts";
import { callOrNull } from "./callOrNull.ts";
import { gasProof } from "./gasProof.ts";
import type { Aggregator } from "./aggregator.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import type { PinnedBlock } from "./pinnedBlock.ts";
import type { Rpc } from "./rpc.ts";

export interface Aggregate {
  block: PinnedBlock;
  multicall3: Address;
  /** Calls see the changes of earlier ones; undefined: isolated from each other. */
  changesState?: boolean | undefined;
}

/** null: the aggregate fails as a whole. undefined: no Multicall3 at this block. */
export type AggregateResults = (Hex | null)[] | null | undefined;

/**
 * Makes many calls in one eth_call, or as few as the node allows. Unless they are to change state, each target is
 * called by
 * STATICCALL: from a Multicall3 behind an override, else from our own code in a contract creation; if the node supports
 * neither,
 * contracts that could affect each other are put into separate aggregates.
 * @throws if the node fails.
 */
export async function callAggregate(
  rpc: Rpc,
  calls: readonly Call[],
  { block, multicall3, changesState = false }: Aggregate,
): Promise<AggregateResults> {
  return readAtBlock(rpc, block, async (at) => {
    const aggregator: Aggregator = { rpc, multicall3, at };
    if (changesState) return callPlain(aggregator, calls);
    const byOverride = await callByOverride(aggregator, calls);
    if (byOverride !== undefined) return byOverride;
    const tail = calls.at(-1) === gasProof ? [gasProof] : [];
    const head = calls.slice(0, calls.length - tail.length);
    const byCreation = await callByCreation(aggregator, head, tail);
    const results = byCreation === undefined ? await callApart(aggregator, head, tail) : byCreation;
    if (results !== null && results !== undefined) noteNoOverrides(aggregator);
    return results;
  });
}

async function callPlain({ rpc, multicall3, at }: Aggregator, calls: readonly Call[]): Promise<AggregateResults> {
  const answer = await callOrNull(rpc, { to: multicall3, data: encodeAggregate3(calls) }, at);
  if (answer === null) return null;
  return answer === "0x" ? undefined : decodeAggregate3(answer, calls.length);
}

/** One aggregate per contract, whose calls can affect only its own. */
async function callApart(
  aggregator: Aggregator,
  calls: readonly Call[],
  tail: readonly Call[],
): Promise<AggregateResults> {
  const targets = Map.groupBy(calls.keys(), (at) => calls[at]!.to.toLowerCase());
  const groups = targets.size === 0 ? [[]] : [...targets.values()];
  const answers = await Promise.all(
    groups.map((group) => callPlain(aggregator, [...group.map((at) => calls[at]!), ...tail])),
  );
  if (answers.includes(undefined)) return undefined;
  if (answers.includes(null)) return null;
  const joined = joinParts(answers as (Hex | null)[][], tail.length);
  const results = [...joined];
  for (const [index, at] of groups.flat().entries()) results[at] = joined[index] ?? null;
  return results;
}
