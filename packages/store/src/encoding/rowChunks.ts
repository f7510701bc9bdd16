/**
 * Size of reusable buffers for rows on their way to the database: as garbage outside the heap, a hundred megabytes a
 * second, they would trigger a full collection in V8 every few ranges.
 */
export const CHUNK_BYTES = 1 << 18;
const MAX_SPARE = 64;
const spare: Buffer<ArrayBuffer>[] = [];

/** @returns CHUNK_BYTES of uninitialised memory; returning it is optional. */
export const takeChunk = (): Buffer<ArrayBuffer> => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Copies rows into such buffers. */
export function cutChunks(rows: Buffer): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < rows.length; from += CHUNK_BYTES) {
    const chunk = takeChunk();
    chunks.push(chunk.subarray(0, rows.copy(chunk, 0, from, from + CHUNK_BYTES)));
  }
  return chunks;
}

/** Starts of chunks that are no longer read; other buffers are left to the garbage collector. */
export function giveBackChunks(chunks: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of chunks) {
    if (buffer.byteLength === CHUNK_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
  }
}
