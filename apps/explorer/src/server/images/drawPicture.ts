import { ResizeFit, Transformer } from "@napi-rs/image";
import { openRaster } from "@portico/safe-fetch/openRaster";
import { isGif, readGif } from "./readGif.ts";
import { looksLikeVector, readVector } from "./readVector.ts";

const DRAWING_MS = 5_000;
const QUALITY = 82;

/** Where a picture comes from. */
export type Drawable =
  /** A stranger's file. */
  | { readonly bytes: Buffer }
  /** An icon of a package that we install: its vectors are trusted. */
  | { readonly svg: string };

/** What browsers are sent. */
export interface Picture {
  readonly type: "image/webp" | "image/svg+xml";
  readonly body: Buffer;
}

/**
 * Draws a picture anew as WebP that fits into a square; of a GIF its first frame. A stranger's vectors are never drawn here:
 * browsers do that, and get them as they are. Undefined for what can't be shown.
 */
export async function drawPicture(source: Drawable, px: number): Promise<Picture | undefined> {
  if ("bytes" in source && looksLikeVector(source.bytes)) {
    const body = readVector(source.bytes);
    return body && { type: "image/svg+xml", body };
  }
  const body = await drawPixels(source, px).catch(() => undefined);
  return body && { type: "image/webp", body };
}

async function drawPixels(source: Drawable, px: number): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(DRAWING_MS);
  if ("svg" in source) return fit(Transformer.fromSvg(enlarge(source.svg, px)), px).webpLossless(signal);
  const image = await (isGif(source.bytes) ? openGif(source.bytes) : openRaster(source.bytes, signal));
  return image && (await fit(image.rotate(), px).webp(QUALITY, signal));
}

async function openGif(file: Buffer): Promise<Transformer | undefined> {
  const frame = await readGif(file);
  return frame && Transformer.fromRgbaPixels(frame.rgba, frame.width, frame.height);
}

const fit = (image: Transformer, px: number): Transformer =>
  image.resize({ width: px, height: px, fit: ResizeFit.Inside });

/** Vectors are drawn at the size that they say. */
const enlarge = (svg: string, px: number): string =>
  svg.replace(/(<svg\b[^>]*?\bwidth=")\d+("[^>]*?\bheight=")\d+"/, `$1${px}$2${px}"`);
