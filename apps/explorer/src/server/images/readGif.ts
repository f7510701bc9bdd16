import { setImmediate as letOthersRun } from "node:timers/promises";

const SIDE_MAX = 2048;
const CODES_MAX = 4096;
/** Pixels and bytes between which others are served: a large picture takes a fifth of a second. */
const AT_A_STRETCH = 200_000;
const BLOCK = { extension: 0x21, image: 0x2c };
const GRAPHIC_CONTROL = 0xf9;
/** Which rows come when, in an interlaced picture. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/** A picture as red, green, blue and opacity of each pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export const isGif = (file: Buffer): boolean => /^GIF8[79]a$/.test(file.toString("latin1", 0, 6));

/**
 * Reads the first frame of a GIF of 2048 by 2048 pixels at most.
 * @returns Undefined for what is no whole GIF, or larger. Rejects with RangeError where it ends too early.
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export async function readGif(file: Buffer): Promise<Pixels | undefined> {
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
  if (!isGif(file) || width * height === 0 || width > SIDE_MAX || height > SIDE_MAX) return undefined;
  const shared = readColours(file, 13, file.readUInt8(10));
  let at = shared.end;
  let clear = -1;
  for (;;) {
    const kind = file.readUInt8(at);
    if (kind === BLOCK.image) return await drawFrame(file, at + 1, { width, height, clear, shared: shared.colours });
    if (kind !== BLOCK.extension) return undefined;
    const hasClear = file.readUInt8(at + 1) === GRAPHIC_CONTROL && (file.readUInt8(at + 3) & 1) === 1;
    if (hasClear) clear = file.readUInt8(at + 6);
    at = skipBlocks(file, at + 2);
  }
}

interface Screen {
  readonly width: number;
  readonly height: number;
  /** The colour that is none; -1: every one is. */
  readonly clear: number;
  readonly shared: Buffer;
}

async function drawFrame(
  file: Buffer,
  at: number,
  { width, height, clear, shared }: Screen,
): Promise<Pixels | undefined> {
  const [left, top, w, h] = [0, 2, 4, 6].map((offset) => file.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  const flags = file.readUInt8(at + 8);
  if (left + w > width || top + h > height) return undefined;
  const own = readColours(file, at + 9, flags);
  const colours = own.colours.length > 0 ? own.colours : shared;
  const indices = await unpack(readBlocks(file, own.end + 1), file.readUInt8(own.end), w * h);
  if (indices === undefined) return undefined;
  const rgba = new Uint8Array(width * height * 4);
  const rows = (flags & 0x40) === 0 ? [...Array(h).keys()] : interlaced(h);
  for (const [nth, row] of rows.entries()) {
    if ((nth * w) % AT_A_STRETCH < w) await letOthersRun();
    for (let x = 0; x < w; x++) {
      const colour = indices[nth * w + x]!;
      if (colour === clear) continue;
      const to = ((top + row) * width + left + x) * 4;
      for (let part = 0; part < 3; part++) rgba[to + part] = colours[colour * 3 + part] ?? 0;
      rgba[to + 3] = 255;
    }
  }
  return { width, height, rgba };
}

const interlaced = (height: number): number[] =>
  PASSES.flatMap(([first, step]) => {
    const rows: number[] = [];
    for (let row = first; row < height; row += step) rows.push(row);
    return rows;
  });

/** The table of colours that may follow, three bytes each. @param flags - Whether it is there, and how large. */
function readColours(file: Buffer, at: number, flags: number): { colours: Buffer; end: number } {
  const end = (flags & 0x80) === 0 ? at : at + 3 * 2 ** ((flags & 7) + 1);
  return { colours: file.subarray(at, end), end };
}

/** Data is cut into blocks, each after its length; one of length 0 ends it. @returns Where that is over. */
function skipBlocks(file: Buffer, at: number): number {
  let place = at;
  for (let length = file.readUInt8(place); length > 0; length = file.readUInt8(place)) place += length + 1;
  return place + 1;
}

/** Byte by byte: there may be millions of blocks. */
function readBlocks(file: Buffer, at: number): Uint8Array {
  const data = new Uint8Array(skipBlocks(file, at) - at);
  let filled = 0;
  for (let place = at, length = file[place] ?? 0; length > 0; length = file[place] ?? 0) {
    for (const end = place + length; place < end;) data[filled++] = file[++place] ?? 0;
    place += 1;
  }
  return data.subarray(0, filled);
}

/** LZW: each code stands for a run of colours, which is an earlier one and a colour more. */
async function unpack(data: Uint8Array, smallest: number, count: number): Promise<Uint8Array | undefined> {
  if (smallest < 1 || smallest > 8) return undefined;
  const [reset, stop] = [1 << smallest, (1 << smallest) + 1];
  const [before, last, length] = [new Uint16Array(CODES_MAX), new Uint8Array(CODES_MAX), new Uint16Array(CODES_MAX)];
  for (let code = 0; code < reset; code++) [last[code], length[code]] = [code, 1];
  const out = new Uint8Array(count);
  let [filled, next, bits, previous] = [0, stop + 1, smallest + 1, -1];
  /** Writes a run from its end, and returns its first colour. */
  const write = (code: number): number => {
    const run = length[code]!;
    let colour = code;
    for (let place = filled + run - 1; place > filled; place--) {
      if (place < count) out[place] = last[colour]!;
      colour = before[colour]!;
    }
    if (filled < count) out[filled] = last[colour]!;
    filled += run;
    return last[colour]!;
  };
  let [buffer, held, left, pause] = [0, 0, 2 * count + CODES_MAX, AT_A_STRETCH]; // resets take codes as well, and write nothing
  for (let at = 0; at < data.length; at++) {
    if (filled + at > pause) {
      await letOthersRun();
      pause = filled + at + AT_A_STRETCH;
    }
    buffer |= data[at]! << held;
    held += 8;
    while (held >= bits) {
      const code = buffer & ((1 << bits) - 1);
      buffer >>>= bits;
      held -= bits;
      if (code === stop || filled >= count || left-- === 0) return filled >= count ? out : undefined;
      if (code === reset) {
        next = stop + 1;
        bits = smallest + 1;
        previous = -1;
        continue;
      }
      if (code > next || (previous < 0 && code > stop)) return undefined;
      if (previous < 0) write(code);
      else {
        const isNew = code === next;
        const first = write(isNew ? previous : code);
        if (isNew && filled < count) out[filled] = first;
        if (isNew) filled += 1;
        if (next < CODES_MAX) {
          before[next] = previous;
          last[next] = first;
          length[next] = length[previous]! + 1;
          next += 1;
          if (next === 1 << bits && bits < 12) bits += 1;
        }
      }
      previous = code;
    }
  }
  return filled >= count ? out : undefined;
}
