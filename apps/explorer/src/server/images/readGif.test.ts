import { expect, test } from "vitest";
import { readGif } from "./readGif.ts";

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Of each pixel, 0 to 255. */
  readonly colours: readonly number[];
  readonly clear?: number;
  readonly isInterlaced?: boolean;
  /** Of the frame within the screen. */
  readonly at?: readonly [left: number, top: number];
}

const uint16 = (value: number): number[] => [value & 255, value >> 8];
const blocksOf = (bytes: readonly number[]): number[] =>
  bytes.length === 0 ? [0] : [Math.min(255, bytes.length), ...bytes.slice(0, 255), ...blocksOf(bytes.slice(255))];

/** Of which colour n is (n, n / 2, 255 - n). */
function writeGif({ width, height, colours, clear, isInterlaced = false, at: [left, top] = [0, 0] }: Frame): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => [n, n >> 1, 255 - n]).flat();
  const comment = [0x21, 0xfe, ...blocksOf([...Buffer.from("made by a test")])];
  const control = clear === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, clear, 0];
  const screen = [...uint16(left + width), ...uint16(top + height), 0xf7, 0, 0];
  const frame = [0x2c, ...[left, top, width, height].flatMap(uint16), isInterlaced ? 0x40 : 0];
  const body = [...screen, ...table, ...comment, ...control, ...frame, 8, ...blocksOf(pack(colours)), 0x3b];
  return Buffer.concat([Buffer.from("GIF89a"), Buffer.from(body)]);
}

/** LZW of eight bits. The table of runs grows until it is full. */
function pack(colours: readonly number[]): number[] {
  const bytes: number[] = [];
  const runs = new Map(Array.from({ length: 256 }, (_, n) => [String(n), n]));
  let [held, count, bits, next] = [0, 0, 9, 258];
  const put = (code: number): void => {
    held |= code << count;
    for (count += bits; count >= 8; count -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  put(256);
  let run = "";
  for (const colour of colours) {
    const longer = run === "" ? String(colour) : `${run},${colour}`;
    if (runs.has(longer)) {
      run = longer;
      continue;
    }
    put(runs.get(run) ?? 0);
    if (next < 4096) {
      runs.set(longer, next++);
      if (next > 1 << bits && bits < 12) bits += 1;
    }
    run = String(colour);
  }
  put(runs.get(run) ?? 0);
  put(257);
  return count > 0 ? [...bytes, held & 255] : bytes;
}

const pixelOf = (n: number): number[] => [n, n >> 1, 255 - n, 255];

test("the first frame is read to the pixel, however many runs it has", async () => {
  for (const variety of [2, 7, 256]) {
    const colours = Array.from({ length: 120 * 90 }, (_, n) => (n * n + (n >> 5)) % variety);
    const { width, height, rgba } = (await readGif(writeGif({ width: 120, height: 90, colours }))) ?? {};
    expect([width, height]).toEqual([120, 90]);
    expect(Buffer.from(rgba ?? []).equals(Buffer.from(colours.flatMap(pixelOf)))).toBe(true);
  }
});

test("rows that come in another order stand where they belong, and what is clear or beside the frame stays so", async () => {
  const rows = [0, 8, 4, 2, 6, 1, 3, 5, 7];
  const gif = writeGif({ width: 1, height: 9, colours: rows, clear: 4, isInterlaced: true, at: [1, 0] });
  const picture = await readGif(gif);
  const clear = [0, 0, 0, 0];
  const expected = rows.flatMap((_, n) => [...clear, ...(n === 4 ? clear : pixelOf(n))]);
  expect([...(picture?.rgba ?? [])]).toEqual(expected);
});

test("what is cut off, too large or beside its screen is no picture", async () => {
  const whole = writeGif({ width: 3, height: 1, colours: [1, 2, 3] });
  const changed = (at: number, ...bytes: number[]): Buffer => {
    const file = Buffer.from(whole);
    file.set(bytes, at);
    return file;
  };
  const frameAt = whole.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 3, 0]));
  const read = (file: Buffer): Promise<unknown> =>
    readGif(file).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
    });
  const strange = [
    changed(6, 1, 8),
    changed(6, 0, 0),
    changed(frameAt, 0x3b),
    changed(frameAt + 1, 1),
    changed(frameAt + 10, 9),
  ];
  const cut = Array.from({ length: whole.length - 3 }, (_, length) => whole.subarray(0, length));
  for (const file of [...strange, ...cut]) expect(await read(file)).toBeUndefined();
  const places = [...Array(whole.length).keys()].filter((at) => at > 5 && (at < 13 || at >= frameAt));
  for (const at of places) for (const byte of [0, 127, 255]) await read(changed(at, byte));
});

/** Of codes of eight bits: 0 to 127 are colours, and 128 begins anew. */
const writeCodes = (side: number, blocks: Buffer): Buffer => {
  const empty = writeGif({ width: side, height: side, colours: [] });
  return Buffer.concat([empty.subarray(0, empty.lastIndexOf(8)), Buffer.from([7]), blocks, Buffer.from([0, 0x3b])]);
};

test("while a large one is read, others are served", async () => {
  const side = 2_000;
  const block = Buffer.from([101, 128, ...Array<number>(100).fill(3)]);
  let served = 0;
  const others = setInterval(() => (served += 1), 1);
  const picture = await readGif(writeCodes(side, Buffer.alloc((side * side * 102) / 100, block)));
  clearInterval(others);
  expect([picture?.rgba.length, served > 0]).toEqual([4 * side * side, true]);
});

test("data that says nothing ends, in however many blocks it comes", async () => {
  expect(await readGif(writeCodes(1, Buffer.alloc(4_000_000, Buffer.from([1, 128]))))).toBeUndefined();
});
