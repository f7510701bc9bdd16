import { brotliCompressSync, constants } from "node:zlib";
import { hashSignature } from "./hashSignature.ts";

/** Signatures whose selectors share their first bits. */
export interface Block {
  /** The third byte of each signature's selector. */
  fingerprints: Uint8Array;
  /** In the order of the fingerprints, which is alphabetical so that they compress well. */
  signatures: string[];
}

/** Compressed: the fingerprints, then the signatures as lines. */
export function packBlock(signatures: readonly string[]): Buffer {
  const sorted = [...new Set(signatures)].toSorted();
  const fingerprints = Uint8Array.from(sorted, (signature) => fingerprintOf(hashSignature(signature)));
  const text = Buffer.concat([fingerprints, Buffer.from(`\n${sorted.join("\n")}`)]);
  const count = Buffer.alloc(2);
  count.writeUInt16LE(sorted.length);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return brotliCompressSync(Buffer.concat([count, text]), { params });
}

/** @param data - Decompressed. */
export function readBlock(data: Buffer): Block {
  const count = data.readUInt16LE(0);
  const signatures = data.toString("latin1", count + 3).split("\n");
  return { fingerprints: data.subarray(2, count + 2), signatures: count === 0 ? [] : signatures };
}

/** Of a selector as a number. */
export const fingerprintOf = (selector: number): number => (selector >>> 8) & 0xff;
