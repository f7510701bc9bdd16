import { Transformer } from "@napi-rs/image";

const SIDE_MAX = 4096;
const FORMATS = new Set(["jpeg", "png", "webp"]);

/**
 * Opens an untrusted image for re-encoding. Its format is determined by its first bytes alone; vector formats are never
 * opened, and its dimensions are read before its pixels.
 * @returns undefined for anything but a PNG, JPEG or WebP of at most 4096 by 4096 pixels.
 */
export async function openRaster(file: Buffer, signal: AbortSignal): Promise<Transformer | undefined> {
  if (!isRaster(file)) return undefined;
  const image = new Transformer(file);
  const { format, width, height } = await image.metadata(false, signal);
  return FORMATS.has(format) && width <= SIDE_MAX && height <= SIDE_MAX ? image : undefined;
}

function isRaster(file: Buffer): boolean {
  const begins = (hex: string, at = 0): boolean => file.subarray(at, at + hex.length / 2).toString("hex") === hex;
  return begins("89504e470d0a1a0a") || begins("ffd8ff") || (begins("52494646") && begins("57454250", 8));
}
