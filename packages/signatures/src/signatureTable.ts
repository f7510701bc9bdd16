import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Hex } from "@portico/evm";
import QuickLRU from "quick-lru";
import { fingerprintOf, readBlock, type Block } from "./block.ts";
import { hashSignature } from "./hashSignature.ts";
import { BLOCK_BITS, HEADER_SIZE, readOffsets } from "./header.ts";

export interface SignatureTable {
  /**
   * The canonical signatures of selectors, the shortest first; none of those that are unknown or invalid. Reads and
   * decompresses the block of each at most once.
   */
  readonly findAll: (selectors: readonly Hex[]) => Promise<Map<Hex, readonly string[]>>;
  /** Of one block, in alphabetical order. @param block - From 0 to `blocks - 1`. */
  readonly list: (block: number) => Promise<readonly string[]>;
  readonly blocks: number;
  readonly close: () => Promise<void>;
}

/** Blocks kept in memory, some 30 kilobytes each. */
const CACHED_BLOCKS = 32;

const decompress = promisify(brotliDecompress);

/** Opens the bundled table, or a file with another. Errors: the file can't be read. */
export async function openSignatureTable(
  path: string = join(import.meta.dirname, "signatures.bin"),
): Promise<SignatureTable> {
  const file = await open(path);
  const offsets = readOffsets(await readBytes(file, 0, HEADER_SIZE));
  // quick-lru keeps up to twice its size
  const cached = new QuickLRU<number, Block>({ maxSize: CACHED_BLOCKS / 2 });

  const load = async (block: number): Promise<Block> => {
    const known = cached.get(block);
    if (known !== undefined) return known;
    const [from = 0, to = 0] = offsets.subarray(block, block + 2);
    const read = readBlock(await decompress(await readBytes(file, from, to - from)));
    cached.set(block, read);
    return read;
  };
  const findAll = async (selectors: readonly Hex[]): Promise<Map<Hex, readonly string[]>> => {
    const found = new Map<Hex, readonly string[]>();
    for (const [block, members] of Map.groupBy(selectors, blockOf)) {
      const rows = block === undefined ? undefined : await load(block);
      for (const selector of members) found.set(selector, rows ? select(rows, Number(selector)) : []);
    }
    return found;
  };
  return {
    findAll,
    list: async (block) => (await load(block)).signatures,
    blocks: offsets.length - 1,
    close: () => file.close(),
  };
}

const blockOf = (selector: Hex): number | undefined =>
  /^0x[0-9a-f]{8}$/.test(selector) ? Number(selector) >>> (32 - BLOCK_BITS) : undefined;

const select = ({ fingerprints, signatures }: Block, selector: number): string[] =>
  signatures
    .filter((one, index) => fingerprints[index] === fingerprintOf(selector) && hashSignature(one) === selector)
    .toSorted((a, b) => a.length - b.length);

async function readBytes(file: FileHandle, from: number, size: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, from);
  return buffer;
}
