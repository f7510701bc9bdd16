import { Gravity, ResizeFit, Transformer } from "@napi-rs/image";
import { ServiceError } from "@portico/http";

const SIZE = 256;
const SIDE_MAX = 4096;
const FORMATS = new Set(["jpeg", "png", "webp"]);
const DRAWING_MS = 5_000;
const CLEAR = new Uint8Array(SIZE * SIZE * 4);

/**
 * Draws a picture anew: 256 by 256 pixels of WebP, without anything else that the file held. What it is, its first bytes say
 * and nobody else; vector formats are never opened, and how large it is is known before its pixels are.
 * @throws ServiceError invalid_image
 */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  if (!isRaster(file)) throw refuse();
  const signal = AbortSignal.timeout(DRAWING_MS);
  try {
    const image = new Transformer(file);
    const { format, width, height } = await image.metadata(false, signal);
    if (!FORMATS.has(format) || width > SIDE_MAX || height > SIDE_MAX) throw refuse();
    const fitting = image.rotate().resize({ width: SIZE, height: SIZE, fit: ResizeFit.Inside });
    const drawn = await fitting.png(undefined, signal);
    const square = Transformer.fromRgbaPixels(CLEAR, SIZE, SIZE).composite(drawn, { gravity: Gravity.Center });
    return await square.webp(90, signal);
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse(error);
  }
}

function isRaster(file: Buffer): boolean {
  const begins = (hex: string, at = 0): boolean => file.subarray(at, at + hex.length / 2).toString("hex") === hex;
  return begins("89504e470d0a1a0a") || begins("ffd8ff") || (begins("52494646") && begins("57454250", 8));
}

const refuse = (cause?: unknown): ServiceError =>
  new ServiceError(
    "invalid_image",
    `The logo must be a PNG, JPEG or WebP image of 1 MB and ${SIDE_MAX} by ${SIDE_MAX} pixels at most`,
    { cause },
  );
