import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listAddressLiterals, type AddressLiteral } from "./addressLiterals.ts";

export interface SourceFile {
  /** Relative to the folder of the source, with `/`. */
  path: string;
  text: string;
}

/** Files of a source whose relative path matches. @throws if it is not unpacked. */
export function* listFiles(folder: string, matching: RegExp): Generator<SourceFile> {
  if (!existsSync(folder)) throw new Error(`'${folder}' is missing: see the list of sources`);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  for (const path of paths.toSorted())
    if (matching.test(path)) yield { path, text: readFileSync(join(folder, path), "utf8") };
}

/** Addresses of a file; the path of each begins with the file's own path. */
export function listFileAddresses({ path, text }: SourceFile): AddressLiteral[] {
  const start = path.replace(/\.\w+$/, "").split("/");
  return listAddressLiterals(text, path).map(({ address, path: names }) => ({ address, path: [...start, ...names] }));
}
