import type { Hex } from "@portico/evm";
import type { AbiFunction } from "viem";
import type { Call } from "./call.ts";
import { decodeArguments } from "./decodeArguments.ts";
import type { Args, FunctionRow } from "./functionRow.ts";
import { findFunction } from "./functions/functions.ts";
import { isHexData } from "./isHexData.ts";
import type { Knowledge } from "./knowledge.ts";
import type { DecodedCall } from "./functionRow.ts";

/** Nobody nests deeper, except to hide something. */
const MAX_DEPTH = 6;
/** Maximum inner calls of a transaction. */
const MAX_INNER = 256;

/** Decodes calldata, and the calls inside it. Never throws; unknown calls have no `function`. */
export const decodeCall = (call: Call, knowledge: Knowledge): DecodedCall =>
  decodeNested(call, { knowledge, depth: 0, budget: { calls: MAX_INNER } });

interface Nesting {
  knowledge: Knowledge;
  depth: number;
  /** Shared by all calls of the transaction. */
  budget: { calls: number };
}

function decodeNested(call: Call, nesting: Nesting): DecodedCall {
  const input = normalize(call.input);
  const selector = call.to === undefined ? "0x" : sliceHex(input, 0, 10);
  const known = decodeFunction({ ...call, input }, selector, nesting.knowledge);
  const decoded = { ...call, input, selector, ...known, inner: [] };
  if (known.row?.unwrap === undefined) return decoded;
  if (known.args.length === 0 && call.isInputCut) return { ...decoded, isInnerCut: true };
  const wrapped = known.row.unwrap(nameArguments(decoded), { ...call, input });
  const included = nesting.depth < MAX_DEPTH ? takeAffordable(wrapped, nesting.budget) : [];
  const inner = included.map((one) => decodeNested(one, { ...nesting, depth: nesting.depth + 1 }));
  return { ...decoded, inner, ...(included.length < wrapped.length && { isInnerCut: true }) };
}

function takeAffordable(calls: readonly Call[], budget: Nesting["budget"]): Call[] {
  const included = calls.slice(0, budget.calls);
  budget.calls -= included.length;
  return included;
}

const sliceHex = (hex: Hex, from: number, to?: number): Hex => `0x${hex.slice(Math.max(from, 2), to)}`;

/** Drops text that isn't hexadecimal, and half bytes. */
function normalize(input: Hex): Hex {
  if (!isHexData(input)) return "0x";
  const lower = sliceHex(input, 2, input.length - (input.length % 2));
  return /[A-F]/.test(lower) ? (`0x${lower.slice(2).toLowerCase()}` as const) : lower;
}

type KnownCall = Pick<DecodedCall, "args" | "function" | "row">;

function decodeFunction(call: Call, selector: Hex, knowledge: Knowledge): KnownCall {
  if (selector.length < 10) return { function: undefined, args: [], row: undefined };
  const known = findFunction(selector);
  const candidates = listCandidates(call, known, knowledge.findImported(selector));
  const data = sliceHex(call.input, 10);
  for (const { abi, row } of candidates) {
    const isLenient = abi === known?.abi && call.isInputCut !== true;
    const args = decodeArguments(abi.inputs, data, { isLenient, isWhole: isLenient });
    if (args !== undefined) return { function: abi, args, row };
  }
  const [first] = call.isInputCut ? candidates : [];
  if (first !== undefined) return { function: first.abi, args: [], row: first.row };
  return decodeBundled(knowledge.findBundled(selector), data, call.isInputCut);
}

function decodeBundled(candidates: readonly AbiFunction[], data: Hex, isCut = false): KnownCall {
  for (const abi of candidates) {
    const args = decodeArguments(abi.inputs, data, { isCut, isExact: !isCut });
    if (args !== undefined) return { function: abi, args, row: undefined };
  }
  return { function: undefined, args: [], row: undefined };
}

interface Candidate {
  abi: AbiFunction;
  row: FunctionRow | undefined;
}

/**
 * The table's function precedes imported ones. Code that runs as its caller can do anything: only a batch is trusted.
 */
function listCandidates(
  { isDelegated = false }: Call,
  known: { abi: AbiFunction; row: FunctionRow } | undefined,
  imported: readonly AbiFunction[],
): Candidate[] {
  const others = imported.map((abi) => ({ abi, row: undefined }));
  if (known === undefined) return others;
  const isTrusted = !isDelegated || known.abi.name === "multiSend";
  return [{ abi: known.abi, row: isTrusted ? known.row : undefined }, ...others];
}

/** The arguments of a call by name; by index if they have none. */
export const nameArguments = (call: Pick<DecodedCall, "args" | "function">): Args =>
  Object.fromEntries(
    (call.function?.inputs ?? []).map(({ name }, index) => [
      name === undefined || name === "" ? String(index) : name,
      call.args[index],
    ]),
  );
