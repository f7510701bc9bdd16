import type { Hex } from "@portico/evm";
import { hexToString } from "viem";
import type { AbiParameter } from "viem";
import { isAttributionSuffix } from "./attributionSuffix.ts";

/**
 * Decodes ABI-encoded values as viem does: numbers up to 48 bits, bigint above, tuples as objects if all their
 * components have names. Unlike viem it returns lower-case addresses, rejects values that no encoder of these types
 * writes, and
 * doesn't copy data that many offsets share: a hundred kilobytes of calldata can claim gigabytes.
 * @param data - With an even number of digits. Data after the values is ignored, unless `isExact`.
 * @param options.isLenient - Decodes like contracts without checks (often Solidity before 0.8): excess bits are
 *   ignored.
 * @param options.isWhole - The data is complete, not part of other data: a contract reads missing bytes of the last
 * word as
 *   zeros.
 * @param options.isExact - The values end where the data ends; only an attribution suffix may follow.
 * @param options.isCut - The data is the start of longer data: only what is there must match. If that isn't all values,
 *   the result is empty.
 * @returns undefined if the data doesn't match.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function decodeArguments(
  parameters: readonly AbiParameter[],
  data: Hex,
  { isLenient = false, isWhole = false, isExact = false, isCut = false }: DecodingOptions = {},
): readonly unknown[] | undefined {
  const source = {
    digits: data.slice(2).toLowerCase(),
    words: SPARE_WORDS + data.length / 16,
    bytes: data.length / 2,
    isLenient,
    isWhole,
    isCut,
    end: 0,
  };
  try {
    const values = readAll(source, parameters, 0);
    const suffix = source.digits.slice(2 * source.end);
    const isWrong = isExact && !isAttributionSuffix(suffix, { hasArguments: parameters.length > 0 });
    return isWrong ? undefined : values;
  } catch (error) {
    if (error instanceof CutError) return [];
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface DecodingOptions {
  isLenient?: boolean;
  isWhole?: boolean;
  isExact?: boolean;
  isCut?: boolean;
}

/** The values continue after the cut. */
class CutError extends Error {}

/** Allowance for short calldata. */
const SPARE_WORDS = 64;

interface Source {
  digits: string;
  /** Remaining values to read: four times the words of the data, more than any encoding needs. */
  words: number;
  /** Remaining bytes of `bytes` and `string` to read: they never share data. */
  bytes: number;
  isLenient: boolean;
  isWhole: boolean;
  isCut: boolean;
  /** In bytes: where the values read so far end. */
  end: number;
}

function spend(source: Source, budget: "bytes" | "words", amount: number): void {
  source[budget] -= amount;
  if (source[budget] < 0) throw new RangeError("The declared sizes exceed the data");
}

/** @param at - In bytes. */
function wordAt(source: Source, at: number): string {
  const word = source.digits.slice(2 * at, 2 * at + 64);
  if (word.length < 64 && !(source.isWhole && word.length > 0)) throw truncated(source);
  source.end = Math.max(source.end, at + 32);
  return word.padEnd(64, "0");
}

function readSize(source: Source, at: number): number {
  const size = Number(`0x${wordAt(source, at)}`);
  if (!(size <= (source.isCut ? CALLDATA_MAX : source.digits.length))) {
    throw new RangeError("A size or offset exceeds the data");
  }
  return size;
}

/** Bytes; no chain accepts more. */
const CALLDATA_MAX = 2 ** 24;

const truncated = ({ isCut }: Source): Error =>
  isCut ? new CutError("The data is cut") : new RangeError("The data is truncated");

/** Reads consecutive values, and the data that they point to, from `base` on. */
function readAll(source: Source, parameters: Iterable<AbiParameter>, base: number): unknown[] {
  const values: unknown[] = [];
  let at = base;
  for (const parameter of parameters) {
    spend(source, "words", 1);
    const isPointer = isDynamic(parameter);
    values.push(readValue(source, parameter, isPointer ? base + readSize(source, at) : at));
    at += isPointer ? 32 : sizeOf(parameter);
  }
  return values;
}

function readValue(source: Source, parameter: AbiParameter, at: number): unknown {
  const list = toList(parameter);
  if (list?.length !== undefined) return readAll(source, repeat(list.item, list.length), at);
  if (list !== undefined) return readAll(source, repeat(list.item, readSize(source, at)), at + 32);
  const parts = listParts(parameter);
  if (parts !== undefined) return toTuple(parts, readAll(source, parts, at));
  if (parameter.type === "bytes") return `0x${readBytes(source, at)}`;
  if (parameter.type === "string") return hexToString(`0x${readBytes(source, at)}`);
  return readWord(parameter.type, wordAt(source, at), source);
}

function readBytes(source: Source, at: number): string {
  const size = readSize(source, at);
  const start = 2 * (at + 32);
  if (start + 2 * size > source.digits.length) throw truncated(source);
  spend(source, "bytes", size);
  source.end = Math.max(source.end, at + 32 + 32 * Math.ceil(size / 32));
  return source.digits.slice(start, start + 2 * size);
}

function readWord(type: string, word: string, { isLenient }: Source): unknown {
  const [, kind = "", bits = ""] = /^([a-z]+)(\d*)$/.exec(type) ?? [];
  if (kind === "uint" || kind === "int") {
    const value = toInteger(kind, Number(bits || 256), word, isLenient);
    return Number(bits || 256) > 48 ? value : Number(value);
  }
  if (kind === "address") return `0x${toInteger("uint", 160, word, isLenient).toString(16).padStart(40, "0")}`;
  if (kind === "bool") return toInteger("uint", isLenient ? 256 : 1, word, isLenient) !== 0n;
  const digits = kind === "bytes" ? 2 * Number(bits) : 48; // a function type is an address and a selector
  if (!isLenient && !/^0*$/.test(word.slice(digits))) throw new RangeError("The value has nonzero padding");
  return `0x${word.slice(0, digits)}`;
}

function toInteger(kind: string, bits: number, word: string, isLenient: boolean): bigint {
  const unsigned = BigInt(`0x${word}`);
  const value = kind === "int" ? BigInt.asIntN(256, unsigned) : unsigned;
  const fitting = kind === "int" ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (fitting !== value && !isLenient) throw new RangeError(`The value exceeds ${bits} bits`);
  return fitting;
}

/** Analyses a type once, however many values it has: it may be long. */
function remember<T>(read: (parameter: AbiParameter) => T): (parameter: AbiParameter) => T {
  const known = new WeakMap<AbiParameter, { value: T }>();
  return (parameter) => {
    const found = known.get(parameter) ?? { value: read(parameter) };
    known.set(parameter, found);
    return found.value;
  };
}

interface List {
  item: AbiParameter;
  length: number | undefined;
}

/** The item type of an array, and its length if the type is fixed-size. */
export const toList = remember((parameter): List | undefined => {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? [];
  if (item === undefined) return undefined;
  return { item: { ...parameter, type: item }, length: length ? Number(length) : undefined };
});

/** The components of a tuple. */
export const listParts = (parameter: AbiParameter): readonly AbiParameter[] | undefined =>
  parameter.type === "tuple" && "components" in parameter ? parameter.components : undefined;

const isDynamic: (parameter: AbiParameter) => boolean = remember((parameter) => {
  const list = toList(parameter);
  if (list !== undefined) return list.length === undefined || isDynamic(list.item);
  return /^(bytes|string)$/.test(parameter.type) || (listParts(parameter) ?? []).some(isDynamic);
});

/** Bytes of a value in the head (without an offset). */
const sizeOf: (parameter: AbiParameter) => number = remember((parameter) => {
  const list = toList(parameter);
  if (list !== undefined) return (list.length ?? 0) * sizeOf(list.item);
  return listParts(parameter)?.reduce((sum, part) => sum + sizeOf(part), 0) ?? 32;
});

function* repeat(item: AbiParameter, times: number): Generator<AbiParameter> {
  for (let left = times; left > 0; left--) yield item;
}

const toTuple = (parts: readonly AbiParameter[], values: unknown[]): unknown =>
  parts.length > 0 && parts.every(({ name }) => name)
    ? Object.fromEntries(parts.map(({ name = "" }, index) => [name, values[index]]))
    : values;
