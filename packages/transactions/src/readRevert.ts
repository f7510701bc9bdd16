import type { Hex } from "@portico/evm";
import { parseAbiItem, toFunctionSelector } from "viem";
import type { Abi, AbiParameter } from "viem";
import { decodeArguments } from "./decodeArguments.ts";
import { isHexData } from "./isHexData.ts";
import { revertErrors } from "./revertErrors.ts";
import { toJson } from "./toJson.ts";

export interface Revert {
  /**
   * Readable text: "ERC20: transfer amount exceeds balance", "Panic(0x11): arithmetic underflow or overflow",
   * "ERC20InsufficientBalance(0x…, 1, 2)"; "" if there is none. Strings come from the contract: untrusted, at most 512
   * characters.
   */
  reason: string;
  kind: "string" | "panic" | "custom" | "unknown" | "none";
}

/** Decodes the revert data of a contract. Never throws. */
export const readRevert = (data: Hex): Revert => readNested(data, 0);

/** Errors may wrap other contracts' errors. */
const MAX_DEPTH = 3;

function readNested(data: Hex, depth: number): Revert {
  if (data === "0x" || data.length % 2 > 0 || !isHexData(data)) return { reason: "", kind: "none" };
  const selector: Hex = `0x${data.slice(2, 10).toLowerCase()}`;
  const error = findError(selector);
  const args = error && decodeArguments(error.inputs, `0x${data.slice(10)}`);
  if (error === undefined || args === undefined) return { reason: `unknown error ${selector}`, kind: "unknown" };
  if (error.name === "Error") return { reason: clean(String(args[0])), kind: "string" };
  if (error.name === "Panic") return { reason: namePanic(BigInt(String(args[0]))), kind: "panic" };
  const texts = args.map((value, index) => toText(value, error.inputs[index]!, depth));
  return { reason: clean(`${error.name}(${texts.join(", ")})`), kind: "custom" };
}

const MAX_LENGTH = 512;

const clean = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, MAX_LENGTH)
    .toWellFormed();

function toText(value: unknown, parameter: AbiParameter, depth: number): string {
  if (parameter.type === "bytes" && depth < MAX_DEPTH) {
    const inner = readNested(value as Hex, depth + 1);
    if (inner.kind !== "none" && inner.kind !== "unknown") return inner.reason;
  }
  const json = toJson(value, parameter);
  return typeof json === "string" ? json : JSON.stringify(json);
}

/** @see https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require */
const panics: Readonly<Record<string, string>> = {
  "0": "generic",
  "1": "assertion failed",
  "11": "arithmetic underflow or overflow",
  "12": "division or modulo by zero",
  "21": "value out of range of an enum",
  "22": "storage byte array is encoded incorrectly",
  "31": "pop of an empty array",
  "32": "array index out of bounds",
  "41": "too much memory",
  "51": "call of an uninitialized function",
};

function namePanic(code: bigint): string {
  const digits = code.toString(16);
  const name = panics[digits];
  return `Panic(0x${digits.padStart(2, "0")})${name === undefined ? "" : `: ${name}`}`;
}

type AbiError = Extract<Abi[number], { type: "error" }>;

let bySelector: ReadonlyMap<Hex, AbiError> | undefined;

function findError(selector: Hex): AbiError | undefined {
  bySelector ??= new Map(
    revertErrors.map((signature) => {
      const abi = parseAbiItem(`error ${signature}`) as AbiError;
      return [toFunctionSelector(`function ${signature}`), abi];
    }),
  );
  return bySelector.get(selector);
}
