import { type AbiFunction, toFunctionSignature } from "viem";
import { type LineReading, readSignatures } from "./readLine.ts";

/**
 * The functions in JSON: an ABI, an artifact with one (`abi`), a list of signatures, or signatures by selector.
 * @returns undefined for other JSON.
 */
export function readJson(text: string): LineReading[] | undefined {
  const json = parse(text);
  if (Array.isArray(json)) return readList(json);
  if (typeof json !== "object" || json === null) return undefined;
  if ("abi" in json) return Array.isArray(json.abi) ? readList(json.abi) : undefined;
  const entries = Object.entries(json);
  if (entries.length === 0 || !entries.every(([key]) => /^0x[0-9a-f]{8}$/i.test(key))) return undefined;
  return entries.flatMap(([selector, names]) =>
    (Array.isArray(names) ? names : [names]).map((name) => readSignatures(String(name), selector.toLowerCase())),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Other entries of an ABI (events, errors, the constructor) have no selectors. */
const readList = (list: readonly unknown[]): LineReading[] | undefined => {
  if (list.every((entry) => typeof entry === "string")) return list.map((entry) => readSignatures(entry));
  return list.every(isEntry) ? list.filter(({ type = "function" }) => type === "function").map(readEntry) : undefined;
};

interface Entry {
  type?: unknown;
  name?: unknown;
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === "object" && entry !== null && ("type" in entry || "name" in entry);

function readEntry(entry: Entry): LineReading {
  try {
    return readSignatures(toFunctionSignature({ inputs: [], outputs: [], ...entry } as unknown as AbiFunction));
  } catch {
    return { found: [], refusal: `not a function: ${String(entry.name).slice(0, 80)}` };
  }
}
