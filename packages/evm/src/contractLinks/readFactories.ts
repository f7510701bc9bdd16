import type { Address, Hex } from "viem";
import { toFunctionSelector } from "viem";
import { callMany } from "../callMany.ts";
import type { PinnedBlock } from "../pinnedBlock.ts";
import type { Rpc } from "../rpc.ts";
import records from "./factoryRecords.json" with { type: "json" };
import { fromWord, toWord } from "./word.ts";

const FACTORY = toFunctionSelector("factory()");
const SELF = "self";

/** Views of a contract whose results are arguments of its factory's records. */
const VIEWS = [...new Set(records.flatMap((row) => row.arguments))].filter((view) => view !== SELF);
const RECORDS = records.map((row) => ({ arguments: row.arguments, selector: toFunctionSelector(row.record) }));

interface Claim {
  index: number;
  contract: Address;
  factory: Address;
}

/**
 * The factories that contracts report by `factory()` and that have a record of them: anybody can deploy a contract that
 * reports a factory, so without such a record it is none.
 * @returns in the order of the contracts; null: none.
 * @throws if the node fails.
 */
export async function readFactories(
  rpc: Rpc,
  contracts: readonly Address[],
  block: PinnedBlock,
): Promise<(Address | null)[]> {
  const reported = await callMany(
    rpc,
    contracts.map((to) => ({ to, data: FACTORY })),
    block,
  );
  const claims = reported.flatMap((answer, index): Claim[] => {
    const [contract, factory] = [contracts[index]!, fromWord(answer)];
    return factory === null || factory === contract ? [] : [{ index, contract, factory }];
  });
  const found: (Address | null)[] = contracts.map(() => null);
  const isConfirmed = await confirmAll(rpc, claims, block);
  for (const [at, { index, factory }] of claims.entries()) if (isConfirmed[at] === true) found[index] = factory;
  return found;
}

async function confirmAll(rpc: Rpc, claims: readonly Claim[], block: PinnedBlock): Promise<boolean[]> {
  const views = claims.flatMap(({ contract }) =>
    VIEWS.map((view) => ({ to: contract, data: toFunctionSelector(view) })),
  );
  const answers = await callMany(rpc, views, block);
  const checks = claims.flatMap(({ contract, factory }, at) => {
    const words = new Map(VIEWS.map((view, index) => [view, toOneWord(answers[at * VIEWS.length + index])]));
    return RECORDS.flatMap(({ arguments: names, selector }) => {
      const given = names.map((name) => (name === SELF ? toWord(contract) : words.get(name)));
      return given.includes(undefined)
        ? []
        : [{ at, call: { to: factory, data: `${selector}${given.join("")}` as const } }];
    });
  });
  const recorded = await callMany(
    rpc,
    checks.map(({ call }) => call),
    block,
  );
  const isConfirmed = claims.map(() => false);
  for (const [index, { at }] of checks.entries()) {
    const answer = recorded[index] ?? null;
    if (isTrue(answer) || fromWord(answer) === claims[at]!.contract) isConfirmed[at] = true;
  }
  return isConfirmed;
}

/** Without 0x; undefined if the view fails or returns anything else. */
const toOneWord = (answer: Hex | null | undefined): string | undefined =>
  answer?.length === 66 ? answer.slice(2) : undefined;

/** Exactly the word 1. */
const isTrue = (answer: Hex | null): boolean => answer?.length === 66 && BigInt(answer) === 1n;
