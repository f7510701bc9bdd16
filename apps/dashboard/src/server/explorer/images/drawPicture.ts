import { ResizeFit, Transformer } from "@napi-rs/image";
import { openRaster } from "../../openRaster.ts";

const DRAWING_MS = 5_000;
const QUALITY = 82;

/** Where a picture comes from. */
export type Drawable =
  /** A stranger's file. */
  | { readonly bytes: Buffer }
  /** An icon of a package that we install: its vectors are trusted. */
  | { readonly svg: string };

/** Draws a picture anew as WebP that fits into a square. Undefined for what can't be drawn. */
export async function drawPicture(source: Drawable, px: number): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(DRAWING_MS);
  try {
    if ("svg" in source) return await fit(Transformer.fromSvg(enlarge(source.svg, px)), px).webpLossless(signal);
    const image = await openRaster(source.bytes, signal);
    return image && (await fit(image.rotate(), px).webp(QUALITY, signal));
  } catch {
    return undefined;
  }
}

const fit = (image: Transformer, px: number): Transformer =>
  image.resize({ width: px, height: px, fit: ResizeFit.Inside });

/** Vectors are drawn at the size that they say. */
const enlarge = (svg: string, px: number): string =>
  svg.replace(/(<svg\b[^>]*?\bwidth=")\d+("[^>]*?\bheight=")\d+"/, `$1${px}$2${px}"`);
