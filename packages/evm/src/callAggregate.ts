import type { Address, Hex } from "viem";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { callByCreation, joinParts } from "./callByCreation.ts";
import { callByOverride, noteNoOverrides } from "./callByOverride.ts";
import { callOrNull } from "./callOrNull.ts";
import { gasProof } from "./gasProof.ts";
import type { Aggregator } from "./aggregator.ts";
import { askAtBlock } from "./pinnedBlock.ts";
import type { PinnedBlock } from "./pinnedBlock.ts";
import type { Rpc } from "./rpc.ts";

export interface Aggregate {
  block: PinnedBlock;
  multicall3: Address;
  /** Calls see what those before them changed; left out: no call can change anything for those after it. */
  changesState?: boolean | undefined;
}

/** null: it fails as a whole. undefined: no Multicall3 stands at this block. */
export type AggregateResults = (Hex | null)[] | null | undefined;

/**
 * Many calls as one eth_call, or as few as the node allows. Unless they are to change state, each target is called by
 * STATICCALL: by a Multicall3 behind an override, else by code of ours in a creation; where the node knows neither, contracts
 * that could act for each other are not in one aggregate.
 * @throws when the node can't answer.
 */
export async function callAggregate(
  rpc: Rpc,
  calls: readonly Call[],
  { block, multicall3, changesState = false }: Aggregate,
): Promise<AggregateResults> {
  return askAtBlock(rpc, block, async (at) => {
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

/** An aggregate for each contract, whose calls can act for its own only. */
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
