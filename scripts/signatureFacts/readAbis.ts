import { parseAbiItem, toFunctionSignature, type AbiFunction } from "viem";

interface JsonContents {
  functions: AbiFunction[];
  /** Signatures, perhaps with names: keys and texts like `transfer(address to, uint256 amount)`. */
  signatures: string[];
  /** Solidity: the input of a compiler. */
  programs: string[];
}

/** What JSON contains at any depth, also as JSON in texts. */
export function readJson(
  value: unknown,
  found: JsonContents = { functions: [], signatures: [], programs: [] },
): JsonContents {
  if (typeof value === "string") readText(value, found);
  else if (Array.isArray(value)) for (const item of value) readJson(item, found);
  else if (typeof value === "object" && value !== null) {
    if (isFunction(value)) found.functions.push(value);
    else {
      for (const [key, item] of Object.entries(value)) {
        readText(key, found);
        readJson(item, found);
      }
    }
  }
  return found;
}

function readText(text: string, found: JsonContents): void {
  if (/^[A-Za-z_$][\w$]*\([\w[\](), ]*\)$/.test(text)) found.signatures.push(text);
  else if (text.startsWith('[{"') && text.includes('"inputs"')) readJson(parseJson(text), found);
  else if (/^\s*pragma solidity\b/m.test(text)) found.programs.push(text);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFunction = (value: object): value is AbiFunction =>
  "inputs" in value &&
  Array.isArray(value.inputs) &&
  "name" in value &&
  typeof value.name === "string" &&
  (!("type" in value) || value.type === "function") &&
  value.inputs.every((input) => typeof input === "object" && input !== null && typeof input.type === "string");

/** Functions in object literals of JavaScript and TypeScript: `{ type: "function", ... }`. */
export function listLiteralFunctions(text: string): AbiFunction[] {
  const found: AbiFunction[] = [];
  for (const { index } of text.matchAll(/["']?type["']?\s*:\s*["']function["']/g)) {
    const literal = enclosingObject(text, index);
    const value = literal && parseLiteral(literal);
    if (value && isFunction(value)) found.push(value);
  }
  return found;
}

const LITERAL_MAX = 20_000;

function enclosingObject(text: string, at: number): string | undefined {
  const from = scan(text, at, -1);
  const to = scan(text, at, 1);
  return from === undefined || to === undefined ? undefined : text.slice(from, to + 1);
}

function scan(text: string, at: number, step: -1 | 1): number | undefined {
  const [opening, closing] = step === 1 ? ["{", "}"] : ["}", "{"];
  let depth = 0;
  for (let index = at; index >= 0 && index < text.length && Math.abs(index - at) < LITERAL_MAX; index += step) {
    if (text[index] === opening) depth++;
    else if (text[index] === closing && depth-- === 0) return index;
  }
  return undefined;
}

/** ABIs contain names and texts only: quotes, keys and trailing commas are all that JSON writes differently. */
function parseLiteral(text: string): object | undefined {
  const json = text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
    .replaceAll(/\bas const\b/g, "")
    .replaceAll("'", '"')
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replaceAll(/,(\s*[}\]])/g, "$1");
  try {
    return JSON.parse(json) as object;
  } catch {
    return undefined;
  }
}

/** Functions written as text: `"function transfer(address to, uint256 amount)"`, with structs written likewise. */
export function listTextFunctions(text: string): AbiFunction[] {
  const structs = [...text.matchAll(/["'`](struct \w+ ?\{[^"'`]*\})["'`]/g)].map(([, one = ""]) => one);
  return [...text.matchAll(/["'`](function [A-Za-z_$][\w$]*\s*\([^"'`\n]*)["'`]/g)].flatMap(([, item = ""]) => {
    const signature = item.replace(/;\s*$/, "").trim();
    return parse([signature]) ?? parse([signature, ...structs]) ?? [];
  });
}

function parse(signatures: readonly string[]): AbiFunction | undefined {
  try {
    return parseAbiItem<readonly string[]>(signatures) as AbiFunction;
  } catch {
    return undefined;
  }
}

/** The canonical signature of a function that a transaction can call; undefined for reads. */
export function toWriteSignature(abi: AbiFunction): string | undefined {
  const { stateMutability, constant } = abi as { stateMutability?: string; constant?: boolean };
  if (stateMutability === "view" || stateMutability === "pure" || constant === true) return undefined;
  try {
    return toFunctionSignature(abi);
  } catch {
    return undefined;
  }
}
