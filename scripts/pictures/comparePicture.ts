import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

/** Share of a picture's pixels that may differ visibly: less than a word of text has. */
const TOLERANCE = 0.0005;
/** Difference of a pixel that is visible, of 1, by the YIQ distance. Anti-aliased pixels are ignored. */
const VISIBLE = 0.1;

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

async function decode(picture: Buffer | string): Promise<Bitmap> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const encode = ({ data, width, height }: Bitmap): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, effort: 6 })
    .toBuffer();

interface Difference {
  /** For people. */
  readonly text: string;
  /** Absent if the sizes differ. */
  readonly bitmaps?: { readonly seen: Bitmap; readonly difference: Bitmap };
}

/** @returns what differs; undefined if nothing that is visible does. */
async function findDifference(screenshot: Buffer, expectedFile: string): Promise<Difference | undefined> {
  const [seen, expected] = await Promise.all([decode(screenshot), decode(expectedFile)]);
  const { width, height } = expected;
  if (seen.width !== width || seen.height !== height) {
    return { text: `${seen.width} by ${seen.height} pixels instead of ${width} by ${height}` };
  }
  const data = Buffer.alloc(width * height * 4);
  const count = pixelmatch(seen.data, expected.data, data, width, height, { threshold: VISIBLE });
  if (count <= width * height * TOLERANCE) return undefined;
  return { text: `${count} pixels differ`, bitmaps: { seen, difference: { data, width, height } } };
}

/** Between two screenshots of a page that is still drawn. */
const AGAIN_MS = 250;

export interface PictureOptions {
  /** Folder of the expected pictures. */
  readonly expected: string;
  /** Folder of screenshots and differences, which are written when they differ, and removed when they no longer do. */
  readonly differing: string;
  /** How long a page may take to look as expected; at once if omitted. */
  readonly withinMs?: number;
}

/**
 * Compares screenshots with the expected picture of that name, until one looks like it or the time is over.
 * @returns what differs, for people; undefined if nothing that is visible does.
 */
export async function comparePicture(
  name: string,
  takeScreenshot: () => Promise<Buffer>,
  { expected, differing, withinMs = 0 }: PictureOptions,
): Promise<string | undefined> {
  const file = join(expected, `${name}.webp`);
  if (!existsSync(file)) return `${name}: there is no expected picture`;
  const end = Date.now() + withinMs;
  let found = await findDifference(await takeScreenshot(), file);
  while (found !== undefined && Date.now() < end) {
    await sleep(AGAIN_MS);
    found = await findDifference(await takeScreenshot(), file);
  }
  const seenFile = join(differing, `${name}.webp`);
  const differenceFile = join(differing, `${name}.difference.webp`);
  if (found === undefined) {
    await Promise.all([seenFile, differenceFile].map((old) => rm(old, { force: true })));
    return undefined;
  }
  if (found.bitmaps === undefined) return `${name}: ${found.text}`;
  await mkdir(dirname(seenFile), { recursive: true });
  await writeFile(seenFile, await encode(found.bitmaps.seen));
  await writeFile(differenceFile, await encode(found.bitmaps.difference));
  return `${name}: ${found.text}; see ${seenFile} and the picture of the difference beside it`;
}

/** Makes a screenshot the expected picture of that name. */
export async function acceptPicture(name: string, screenshot: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), await encode(await decode(screenshot)));
}
