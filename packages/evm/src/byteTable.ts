import { randomBytes } from "node:crypto";

/** Minimum capacity. */
const FEWEST = 32;

/**
 * A set of fixed-width binary keys, numbered from 0 in insertion order. A Set of strings costs ten times as much
 * for binary keys: each would have to be converted to text and hashed. Open addressing, at most half full.
 */
export class ByteTable {
  readonly width: number;
  #size = 0;
  #keys: DataView;
  /** A key's number + 1; 0: free. The length is a power of two. */
  #slots: Int32Array;

  /**
   * @param width - Of a key in bytes, a multiple of 4.
   * @param expected - Approximate number of keys.
   */
  constructor(width: number, expected = 0) {
    this.width = width;
    const slots = 2 ** Math.ceil(Math.log2(2 * Math.max(expected, FEWEST)));
    this.#slots = new Int32Array(slots);
    this.#keys = createView((slots / 2) * width);
  }

  get size(): number {
    return this.#size;
  }

  /** All keys, concatenated in the order of their numbers; valid until another one is added. */
  get keys(): Buffer {
    return Buffer.from(this.#keys.buffer, 0, this.#size * this.width);
  }

  /** Adds a key if it is new. @returns its number. */
  add(bytes: DataView, at: number): number {
    const slot = this.#findSlot(bytes, at);
    const known = this.#slots[slot]!;
    if (known > 0) return known - 1;
    const key = this.#size++;
    const start = key * this.width;
    for (let byte = 0; byte < this.width; byte += 4) this.#keys.setInt32(start + byte, bytes.getInt32(at + byte));
    this.#slots[slot] = this.#size;
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    return key;
  }

  has(bytes: DataView, at: number): boolean {
    return this.#slots[this.#findSlot(bytes, at)]! > 0;
  }

  clear(): void {
    this.#size = 0;
    this.#slots.fill(0);
  }

  #grow(): void {
    const old = this.#keys;
    this.#keys = createView(old.byteLength * 2);
    new Uint8Array(this.#keys.buffer).set(new Uint8Array(old.buffer));
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let key = 0; key < this.#size; key++) this.#slots[this.#findSlot(this.#keys, key * this.width)] = key + 1;
  }

  /** The slot of a key, or the free one for it. */
  #findSlot(bytes: DataView, at: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash(bytes, at, this.width) & mask;
    for (let known = slots[slot]!; known > 0; known = slots[slot]!) {
      if (equalBytes(this.#keys, (known - 1) * this.width, bytes, at, this.width)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

const createView = (bytes: number): DataView => new DataView(new ArrayBuffer(bytes));

/** The same bytes, for reading and writing numbers. */
export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);

/** @param width - A multiple of 4. */
export function equalBytes(a: DataView, atA: number, b: DataView, atB: number, width: number): boolean {
  for (let byte = 0; byte < width; byte += 4) if (a.getInt32(atA + byte) !== b.getInt32(atB + byte)) return false;
  return true;
}

/** Per process: anybody may put any address into a log, so collisions must be unpredictable. */
const SEED = randomBytes(4).readInt32LE();

/** MurmurHash3's mixing. @see https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp */
function hash(bytes: DataView, at: number, width: number): number {
  let mixed = SEED;
  for (let byte = 0; byte < width; byte += 4) {
    let word = Math.imul(bytes.getInt32(at + byte), 0xcc_9e_2d_51);
    word = Math.imul((word << 15) | (word >>> 17), 0x1b_87_35_93);
    mixed ^= word;
    mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6_54_6b_64) | 0;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  return mixed ^ (mixed >>> 13);
}
