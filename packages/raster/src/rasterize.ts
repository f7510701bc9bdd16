import sharp, { type ResizeOptions, type SharpOptions } from "sharp";

export interface RasterTask {
  /** PNG, JPEG, WebP, GIF, or SVG in UTF-8. */
  readonly file: Buffer;
  /** Side of the square that the picture is fitted into. */
  readonly px: number;
  readonly isLossless: boolean;
  /** PNG with few colours, instead of WebP; of SVG only. */
  readonly isPng?: boolean;
  /** Pads the picture to the square, without colour. */
  readonly isPadded?: boolean;
}

const SIDE_MAX = { gif: 2048, other: 4096 };
const QUALITY = 82;
/** Dots per inch at which a pixel of SVG is a pixel of the picture, and the maximum for librsvg. */
const DENSITY = { plain: 72, max: 100_000 };
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Svg"].map((format) => `VipsForeignLoad${format}Buffer`);
// sizes are checked here: for SVG the rendered size counts
const OPEN: SharpOptions = { limitInputPixels: false, failOn: "truncated" };

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });

/**
 * Renders a file as WebP; of an animation the first frame. SVG loads no other file, by librsvg's rules for data without
 * a base URL. Undefined for files that are too large, and SVG without a visible pixel. Rejects with libvips' error for
 * broken files. Native code without limits of time or memory: run it only in a process that has them.
 */
export async function rasterize(task: RasterTask): Promise<Buffer | undefined> {
  const { file } = task;
  const { format, width, height } = await sharp(file, OPEN).metadata();
  if (format === "svg") return await drawVector(task, Math.max(width, height));
  const max = format === "gif" ? SIDE_MAX.gif : SIDE_MAX.other;
  if (width > max || height > max) return undefined;
  return await sharp(file, OPEN).rotate().resize(square(task)).webp({ quality: QUALITY }).toBuffer();
}

async function drawVector(task: RasterTask, side: number): Promise<Buffer | undefined> {
  const { file, px, isLossless, isPng = false } = task;
  if (!hasSize(file) && side > SIDE_MAX.other) return undefined;
  const density = Math.min(DENSITY.max, Math.max(1, (DENSITY.plain * px) / side));
  const opened = hasSize(file) ? sharp(file, { ...OPEN, density }) : sharp(await sharp(file, OPEN).png().toBuffer());
  const drawn = opened.resize(square(task)).ensureAlpha();
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  if (data.every((byte, at) => at % 4 < 3 || byte === 0)) return undefined;
  const { width, height } = info;
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  if (isPng) return await image.png({ palette: true }).toBuffer();
  return await image.webp(isLossless ? { lossless: true } : { quality: QUALITY, smartSubsample: true }).toBuffer();
}

const square = ({ px, isPadded = false }: RasterTask): ResizeOptions => ({
  width: px,
  height: px,
  fit: isPadded ? "contain" : "inside",
  background: { r: 0, g: 0, b: 0, alpha: 0 },
});

/** For an SVG without a size libvips scales the canvas instead of the drawing. Linear: `<` ends a failed match. */
const hasSize = (file: Buffer): boolean =>
  /<svg\b[^<>]*\s(?:viewBox\s*=|width\s*=\s*["'][\d.]+(?:px)?["'])/i.test(file.toString());
