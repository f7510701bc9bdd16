import { keccak256 } from "viem";
import type { Hex } from "viem";
import { ByteTable } from "./byteTable.ts";

/** Bloom filter of a header or receipt: 256 bytes. @see the yellow paper, 4.3.1 */
export type Bloom = Uint8Array;

const BYTES = 256;
const MAX_CACHED_ITEMS = 100_000;
const cache = new Map<string, Uint16Array>();

/** undefined if it is invalid. */
export function readBloom(text: unknown): Bloom | undefined {
  if (typeof text !== "string" || text.length !== 2 + 2 * BYTES) return undefined;
  const bytes = Buffer.from(text.slice(2), "hex");
  return bytes.length === BYTES ? bytes : undefined;
}

/** Whether it may contain logs of this address or topic: false is certain. The three bits of each item are cached. */
export function inBloom(bloom: Bloom, item: Hex): boolean {
  const [a, b, c] = findBits(item);
  return hasBit(bloom, a!) && hasBit(bloom, b!) && hasBit(bloom, c!);
}

const ADDRESS = 20;
const cachedAddresses = new ByteTable(ADDRESS);
let cachedBits = new Uint16Array(3 * 1024);

/** The same for an address in binary form. */
export function hasAddress(bloom: Bloom, bytes: DataView, at: number): boolean {
  if (cachedAddresses.size >= MAX_CACHED_ITEMS) cachedAddresses.clear();
  const count = cachedAddresses.size;
  const key = cachedAddresses.add(bytes, at);
  if (key === count) cacheBits(key, new Uint8Array(bytes.buffer, bytes.byteOffset + at, ADDRESS));
  const first = 3 * key;
  return (
    hasBit(bloom, cachedBits[first]!) && hasBit(bloom, cachedBits[first + 1]!) && hasBit(bloom, cachedBits[first + 2]!)
  );
}

function cacheBits(key: number, address: Uint8Array): void {
  if (3 * key >= cachedBits.length) {
    const larger = new Uint16Array(cachedBits.length * 2);
    larger.set(cachedBits);
    cachedBits = larger;
  }
  cachedBits.set(hashToBits(address), 3 * key);
}

/** Adds an address or topic. */
export function addToBloom(bloom: Bloom, item: Hex): void {
  for (const bit of findBits(item)) bloom[BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7);
}

export const createBloom = (): Bloom => new Uint8Array(BYTES);

/** Adds the items of another bloom. */
export function mergeBloom(into: Bloom, from: Bloom): void {
  for (let at = 0; at < BYTES; at++) into[at]! |= from[at]!;
}

export const equalBlooms = (a: Bloom, b: Bloom): boolean => Buffer.compare(a, b) === 0;

export const isEmptyBloom = (bloom: Bloom): boolean => bloom.every((byte) => byte === 0);

/** Whether it excludes almost nothing, as on chains that don't maintain blooms: more than 31 of 32 bits are set. */
export function isFullBloom(bloom: Bloom): boolean {
  let zeros = 0;
  for (const byte of bloom) for (let bits = ~byte & 0xff; bits !== 0; bits &= bits - 1) zeros++;
  return zeros < 64;
}

const hasBit = (bloom: Bloom, bit: number): boolean => ((bloom[BYTES - 1 - (bit >> 3)]! >> (bit & 7)) & 1) === 1;

function findBits(item: Hex): Uint16Array {
  const known = cache.get(item);
  if (known !== undefined) return known;
  const bits = hashToBits(item);
  if (cache.size >= MAX_CACHED_ITEMS) cache.clear();
  cache.set(item, bits);
  return bits;
}

function hashToBits(item: Hex | Uint8Array): Uint16Array {
  const hash = keccak256(item, "bytes");
  return Uint16Array.of(...[0, 2, 4].map((at) => ((hash[at]! << 8) | hash[at + 1]!) & 0x7ff));
}
