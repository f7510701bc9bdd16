import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/**
 * Compares a screenshot with the expected picture of that name.
 * @param folders - Of the expected pictures, and of the screenshots and differences that are written when they differ, and removed when they no longer do.
 * @returns what differs, for people; undefined if nothing that is visible does.
 */
export async function comparePicture(
  name: string,
  screenshot: Buffer,
  folders: { readonly expected: string; readonly differing: string },
): Promise<string | undefined> {
  const file = join(folders.expected, `${name}.webp`);
  if (!existsSync(file)) return `${name}: there is no expected picture`;
  const [seen, expected] = await Promise.all([decode(screenshot), decode(file)]);
  const { width, height } = expected;
  if (seen.width !== width || seen.height !== height) {
    return `${name}: ${seen.width} by ${seen.height} pixels instead of ${width} by ${height}`;
  }
  const data = Buffer.alloc(width * height * 4);
  const count = pixelmatch(seen.data, expected.data, data, width, height, { threshold: VISIBLE });
  const seenFile = join(folders.differing, `${name}.webp`);
  const differenceFile = join(folders.differing, `${name}.difference.webp`);
  if (count <= width * height * TOLERANCE) {
    await Promise.all([seenFile, differenceFile].map((old) => rm(old, { force: true })));
    return undefined;
  }
  await mkdir(dirname(seenFile), { recursive: true });
  await writeFile(seenFile, await encode(seen));
  await writeFile(differenceFile, await encode({ data, width, height }));
  return `${name}: ${count} pixels differ; see ${seenFile} and the picture of the difference beside it`;
}

/** Makes a screenshot the expected picture of that name. */
export async function acceptPicture(name: string, screenshot: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), await encode(await decode(screenshot)));
}
