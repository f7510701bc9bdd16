/** A selector's first bits are the number of its block. */
export const BLOCK_BITS = 10;

const BLOCKS = 2 ** BLOCK_BITS;
const HEADER_SIZE = 4 * (BLOCKS + 1);

/** Offsets of all blocks and of the end, in bytes from the start of the file. */
export function encodeHeader(sizes: readonly number[]): Buffer {
  const header = Buffer.alloc(HEADER_SIZE);
  let offset = HEADER_SIZE;
  for (const [index, size] of [0, ...sizes].entries()) {
    offset += size;
    header.writeUInt32LE(offset, 4 * index);
  }
  return header;
}

/** @param file - The whole file, or its header. */
export const readOffsets = (file: Buffer): Uint32Array =>
  Uint32Array.from({ length: BLOCKS + 1 }, (_, index) => file.readUInt32LE(4 * index));
