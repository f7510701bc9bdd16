import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AbiFunction } from "viem";
import { listLiteralFunctions, listTextFunctions, parseJson, readJson, toWriteSignature } from "./readAbis.ts";
import { addSolidity, createUnit, listSignatures } from "./readSolidity.ts";

/** Licences of Solidity files whose signatures may be taken, as SPDX identifiers. */
const permissive = /^(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[0-9A-Za-z.-]+|CC0-1\.0|Unlicense|0BSD)$/i;

interface ReadOptions {
  /** Only Solidity files count, each by its own SPDX header. */
  isOwnLicence: boolean;
  /** Each Solidity file is a program of its own: names in other files are others. */
  isFlattened: boolean;
}

/** Signatures, perhaps with names, of the functions in a folder of unpacked files. */
export function listSourceSignatures(folder: string, { isOwnLicence, isFlattened }: ReadOptions): Set<string> {
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
  const addProgram = (path: string, text: string): void => {
    if (isPermissive(text, !isOwnLicence)) addSolidity(unit, path, text);
    if (isFlattened) finishUnit();
  };
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const [, extension = ""] = /\.(sol|json|abi|[cm]?[jt]sx?)$/.exec(path) ?? [];
    if (extension === "" || (isOwnLicence && extension !== "sol")) continue;
    const text = readFile(join(folder, path));
    if (extension === "sol") addProgram(path, text);
    else if (extension === "json" || extension === "abi") {
      const { functions, signatures, programs } = readJson(parseJson(text));
      addAbis(functions);
      for (const signature of signatures) found.add(signature);
      for (const [index, program] of programs.entries()) addProgram(`${path}/${index}`, program);
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

function isPermissive(text: string, otherwise: boolean): boolean {
  const licences = [...text.matchAll(/SPDX-License-Identifier:\s*([\w.+-]+)/g)].map(([, one = ""]) => one);
  return licences.length === 0 ? otherwise : licences.every((one) => permissive.test(one));
}
