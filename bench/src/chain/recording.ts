import { appendFileSync, createWriteStream, existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** A node's responses about one block: results as the bytes that it sent. */
export const PARTS = ["full", "hashes", "logs", "receipts", "traces"] as const;
export type Part = (typeof PARTS)[number];
export type RecordedBlock = Record<Part, Buffer>;

const BLOCKS_PER_FRAME = 20;

/** Writes blocks one after the other: length-prefixed zstd frames of length-prefixed parts. */
export function createBlockWriter(folder: string) {
  const file = createWriteStream(join(folder, "blocks"));
  let waiting: RecordedBlock[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const pieces = waiting.flatMap((block) => PARTS.flatMap((part) => [lengthOf(block[part]), block[part]]));
    waiting = [];
    const frame = zstdCompressSync(Buffer.concat(pieces));
    file.write(lengthOf(frame));
    file.write(frame);
  };
  return {
    add(block: RecordedBlock): void {
      waiting.push(block);
      if (waiting.length === BLOCKS_PER_FRAME) flush();
    },
    async end(): Promise<void> {
      flush();
      file.end();
      await once(file, "finish");
    },
  };
}

/** All blocks, from number 0. */
export function readBlocks(folder: string): RecordedBlock[] {
  return splitPieces(readFileSync(join(folder, "blocks"))).flatMap((frame) => {
    const pieces = splitPieces(zstdDecompressSync(frame));
    return Array.from({ length: pieces.length / PARTS.length }, (_, n) => {
      const [full, hashes, logs, receipts, traces] = pieces.slice(n * PARTS.length, (n + 1) * PARTS.length);
      return { full, hashes, logs, receipts, traces } as RecordedBlock;
    });
  });
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(piece.length);
  return length;
}

/** Splits length-prefixed data. */
function splitPieces(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    pieces.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return pieces;
}

/** The result in the bytes of a response. */
export const parseResult = <T>(bytes: Buffer): T => (JSON.parse(`{${bytes.toString()}}`) as { result: T }).result;

/** Calls at the head, calls at earlier blocks by `block to data`, and other requests that were made later. */
export type TableName = "calls" | "later" | "past";

/** Responses by key. */
export const readTable = (folder: string, name: TableName): Map<string, string> => {
  const file = join(folder, name);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => JSON.parse(line) as [string, string]));
};

export function addToTable(folder: string, name: TableName, rows: Iterable<readonly [string, string]>): void {
  appendFileSync(join(folder, name), [...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
}
