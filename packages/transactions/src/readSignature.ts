import type { Hex } from "@portico/evm";
import {
  type AbiFunction,
  keccak256,
  parseAbiItem,
  stringToBytes,
  toFunctionSelector,
  toFunctionSignature,
} from "viem";

/** A function's signature and selector. */
export interface FunctionSignature {
  selector: Hex;
  /** Canonical: `transfer(address,uint256)`. */
  signature: string;
}

/** Longer ones are rejected: they exceed the index's row size, and no contract has one. */
const SIGNATURE_MAX = 2000;

/**
 * A function's selector and canonical signature. @param text - Canonical, or with names: "transfer(address to, uint256
 * amount)".
 */
export function readSignature(text: string): FunctionSignature | undefined {
  const signature = isCanonical(text) ? text : normalize(text);
  if (signature === undefined || signature.length > SIGNATURE_MAX) return undefined;
  const hash = keccak256(stringToBytes(signature));
  return { selector: `0x${hash.slice(2, 10)}`, signature };
}

const size = `(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)`;
const type = `(?:address|bool|string|bytes(?:[1-9]|[12]\\d|3[0-2])?|u?int${size}|function|T)(?:\\[\\d*\\])*`;
const types = `(?:${type}(?:,${type})*)?`;
const tuple = new RegExp(`(?<![\\w$])\\(${types}\\)`, "g");
const whole = new RegExp(`^[A-Za-z_$][\\w$]*\\(${types}\\)$`);

/**
 * viem's parser supports all of Solidity's syntax, but is ten times as slow: exports have millions of signatures that
 * don't need it.
 */
function isCanonical(text: string): boolean {
  if (text.length > SIGNATURE_MAX) return false;
  for (let flat = text; ;) {
    if (whole.test(flat)) return !/[,(]T/.test(text);
    const flatter = flat.replaceAll(tuple, "T");
    if (flatter === flat) return false;
    flat = flatter;
  }
}

/** Parses signatures of a selector. Invalid ones, and those of another selector, are left out. */
export const parseSignatures = (selector: Hex, signatures: readonly string[]): AbiFunction[] =>
  signatures.flatMap((signature) => {
    const abi = parse(signature);
    return abi !== undefined && toFunctionSelector(abi) === selector ? [abi] : [];
  });

function normalize(text: string): string | undefined {
  if (text.length > SIGNATURE_MAX * 2) return undefined;
  const abi = parse(text);
  const signature = abi && toFunctionSignature(abi);
  return signature !== undefined && isCanonical(signature) ? signature : undefined;
}

function parse(text: string): AbiFunction | undefined {
  try {
    const item = parseAbiItem<string>(/^function\s/.test(text) ? text : `function ${text}`);
    return (item as AbiFunction).type === "function" ? (item as AbiFunction) : undefined;
  } catch {
    return undefined;
  }
}
