/**
 * Room for rows that are on their way to the database, used again and again: as garbage outside of the heap, a hundred
 * megabytes a second, it would make V8 collect all of the heap every few ranges.
 */
export const CHUNK_BYTES = 1 << 18;
const MOST_SPARE = 64;
const spare: Buffer<ArrayBuffer>[] = [];

/** @returns CHUNK_BYTES of junk, to be given back or not. */
export const takeChunk = (): Buffer<ArrayBuffer> => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Parts of chunks, from their beginning, that nobody reads any more; others are left to the garbage. */
export function giveBackChunks(chunks: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of chunks) {
    if (buffer.byteLength === CHUNK_BYTES && spare.length < MOST_SPARE) spare.push(Buffer.from(buffer));
  }
}
