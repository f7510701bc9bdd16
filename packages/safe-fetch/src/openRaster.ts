import { Transformer } from "@napi-rs/image";

const SIDE_MAX = 4096;
const FORMATS = new Set(["jpeg", "png", "webp"]);

/**
 * Opens a picture of a stranger for drawing it anew. What it is, its first bytes say and nobody else; vector formats are never
 * opened, and how large it is is known before its pixels are.
 * @returns undefined for what is no PNG, JPEG or WebP of 4096 by 4096 pixels at most.
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
