import { packBlock } from "./block.ts";
import { hashSignature } from "./hashSignature.ts";
import { BLOCK_BITS, encodeHeader } from "./header.ts";

/** The contents of the table's file. The order of the signatures doesn't matter. */
export function packSignatures(signatures: Iterable<string>): Buffer {
  const groups = Array.from({ length: 2 ** BLOCK_BITS }, (): string[] => []);
  for (const signature of signatures) groups[hashSignature(signature) >>> (32 - BLOCK_BITS)]!.push(signature);
  const blocks = groups.map(packBlock);
  return Buffer.concat([encodeHeader(blocks.map(({ length }) => length)), ...blocks]);
}
