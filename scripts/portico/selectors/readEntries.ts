import { createReadStream } from "node:fs";
import { open, opendir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { UsageError } from "../usageError.ts";
import { readJson } from "./readJson.ts";
import { type LineReading, readLine, readSignatures } from "./readLine.ts";

export interface Entry extends LineReading {
  /** Its location: "signatures.csv:12". */
  location: string;
}

/** JSON is parsed as a whole; lists are read line by line, regardless of their length. */
const JSON_MAX = 128 * 1024 * 1024;

/**
 * The entries of a file, or of every file in a folder. @throws UsageError if it can't be read or has an unknown format.
 */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new UsageError(`File not found: ${path}`);
  if (stats.isDirectory()) yield* readFolderEntries(path);
  else yield* readFileEntries(path, stats.size, false);
}

async function* readFolderEntries(path: string): AsyncGenerator<Entry> {
  for await (const entry of await opendir(path, { recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield* readFileEntries(file, (await stat(file)).size, true);
  }
}

/** List extensions in folders: other text files there are not lists. */
const LISTS = new Set([".csv", ".list", ".tsv", ".txt"]);
const namedBySelector = /^(?:0x)?([0-9a-f]{8})$/i;
const isList = (path: string): boolean => LISTS.has(extname(path)) || namedBySelector.test(basename(path));

/** @param isInFolder - Skips files without functions: build folders contain more than artifacts. */
async function* readFileEntries(path: string, size: number, isInFolder: boolean): AsyncGenerator<Entry> {
  const head = await readHead(path);
  if (/^\s*[[{]/.test(head)) yield* readJsonEntries(path, size, isInFolder);
  else if (isInFolder ? isList(path) : !head.includes("\0")) yield* readLines(path);
  else if (!isInFolder) throw new UsageError(`${path} is neither JSON nor text`);
}

async function* readLines(path: string): AsyncGenerator<Entry> {
  const selector = namedBySelector.exec(basename(path))?.[1];
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  let at = 0;
  for await (const line of lines) {
    at++;
    // A file per selector, named by it.
    const reading = selector === undefined ? readLine(line) : readSignatures(line, `0x${selector.toLowerCase()}`);
    if (at === 1 && reading.refusal !== undefined && !line.includes("(")) continue; // a table's header
    if (reading.found.length > 0 || reading.refusal !== undefined) yield { ...reading, location: `${path}:${at}` };
  }
}

async function* readJsonEntries(path: string, size: number, isInFolder: boolean): AsyncGenerator<Entry> {
  if (size > JSON_MAX) {
    throw new UsageError(
      `${path} has more than ${JSON_MAX / 1024 / 1024} MB of JSON: convert it to a list, one signature per line`,
    );
  }
  const readings = readJson((await readFile(path, "utf8")).trim());
  if (readings !== undefined) {
    for (const [at, reading] of readings.entries()) yield { ...reading, location: `${path}#${at}` };
  } else if (!isInFolder) {
    throw new UsageError(`${path} is JSON, but neither an ABI, nor an artifact with one, nor a list of signatures`);
  }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
  } finally {
    await file.close();
  }
}
