import type { Address } from "../encoding/bytea.ts";

/**
 * PostgreSQL's hash of an address as bytea, by which Citus picks the shard of an owner: 32 bits, signed. It is Bob Jenkins'
 * lookup3, as a server of little-endian words computes it.
 * @see https://burtleburtle.net/bob/c/lookup3.c
 * @throws RangeError for anything but an address.
 */
export function hashOwner(owner: Address): number {
  const bytes = Buffer.from(owner.slice(2), "hex");
  if (bytes.length !== LENGTH) throw new RangeError(`An owner has ${LENGTH} bytes, not ${bytes.length}`);
  const word = (nth: number) => bytes.readInt32LE(4 * nth);
  let [a, b, c] = [word(0) + START, word(1) + START, word(2) + START].map((sum) => sum | 0) as [number, number, number];

  a = ((a - c) | 0) ^ rotate(c, 4);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 6);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 8);
  b = (b + a) | 0;
  a = ((a - c) | 0) ^ rotate(c, 16);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 19);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 4);
  b = (b + a) | 0;

  a = (a + word(3)) | 0;
  b = (b + word(4)) | 0;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

const LENGTH = 20;
const START = (0x9e37_79b9 + LENGTH + 3_923_095) | 0;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
