import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Hex } from "@portico/evm";
import QuickLRU from "quick-lru";
import { fingerprintOf, readBlock, type Block } from "./block.ts";
import { hashSignature } from "./hashSignature.ts";
import { BLOCK_BITS, readOffsets } from "./header.ts";

export interface SignatureTable {
  /**
   * The canonical signatures of selectors, the shortest first; none of those that are unknown or invalid. Decompresses
   * the block of each at most once.
   */
  readonly findAll: (selectors: readonly Hex[]) => Promise<Map<Hex, readonly string[]>>;
  /** Of one block, in alphabetical order. @param block - From 0 to `blocks - 1`. */
  readonly list: (block: number) => Promise<readonly string[]>;
  readonly blocks: number;
}

/** Blocks kept in memory, some 30 kilobytes each. */
const CACHED_BLOCKS = 32;

const decompress = promisify(brotliDecompress);

/** Opens the bundled table, or a file with another. Errors: the file can't be read. */
export async function openSignatureTable(
  path: string = join(import.meta.dirname, "signatures.bin"),
): Promise<SignatureTable> {
  const file = await readFile(path);
  const offsets = readOffsets(file);
  // quick-lru keeps up to twice its size
  const cached = new QuickLRU<number, Block>({ maxSize: CACHED_BLOCKS / 2 });

  const load = async (block: number): Promise<Block> => {
    const known = cached.get(block);
    if (known !== undefined) return known;
    const read = readBlock(await decompress(file.subarray(offsets[block], offsets[block + 1])));
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
  };
}

const blockOf = (selector: Hex): number | undefined =>
  /^0x[0-9a-f]{8}$/.test(selector) ? Number(selector) >>> (32 - BLOCK_BITS) : undefined;

const select = ({ fingerprints, signatures }: Block, selector: number): string[] =>
  signatures
    .filter((one, index) => fingerprints[index] === fingerprintOf(selector) && hashSignature(one) === selector)
    .toSorted((a, b) => a.length - b.length);
