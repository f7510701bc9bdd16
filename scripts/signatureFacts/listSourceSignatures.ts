import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AbiFunction } from "viem";
import { listLiteralFunctions, listTextFunctions, parseJson, readJson, toWriteSignature } from "./readAbis.ts";
import { addSolidity, createUnit, listSignatures } from "./readSolidity.ts";

/**
 * Signatures, perhaps with names, of the functions in a folder of unpacked files. @param isFlattened - Each Solidity
 * file is a program of its own: names in other files are others.
 */
export function listSourceSignatures(folder: string, isFlattened: boolean): Set<string> {
  const found = new Set<string>();
  const addAbis = (abis: readonly AbiFunction[]): void => {
    for (const abi of abis) {
      const signature = toWriteSignature(abi);
      if (signature !== undefined) found.add(signature);
    }
  };
  let unit = createUnit();
  const finishUnit = (): void => {
    for (const signature of listSignatures(unit)) found.add(signature);
    unit = createUnit();
  };
  const programs = new Set<string>(); // compilers' inputs repeat what they import
  const addProgram = (path: string, text: string): void => {
    const digest = hash("sha256", text);
    if (programs.has(digest)) return;
    programs.add(digest);
    addSolidity(unit, path, text);
    if (isFlattened) finishUnit();
  };
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const [, extension = ""] = /\.(sol|json|abi|[cm]?[jt]sx?)$/.exec(path) ?? [];
    if (extension === "") continue;
    const text = readFile(join(folder, path));
    if (extension === "sol") addProgram(path, text);
    else if (extension === "json" || extension === "abi") {
      const { functions, signatures, programs: inputs } = readJson(parseJson(text));
      addAbis(functions);
      for (const signature of signatures) found.add(signature);
      for (const [index, program] of inputs.entries()) addProgram(`${path}/${index}`, program);
    } else addAbis([...listLiteralFunctions(text), ...listTextFunctions(text)]);
  }
  finishUnit();
  return found;
}

/** Bytes. Larger ones are build information and data. */
const FILE_MAX = 6_000_000;

function readFile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false }); // undefined: a broken link
  return stats?.isFile() && stats.size <= FILE_MAX ? readFileSync(path, "utf8") : "";
}
