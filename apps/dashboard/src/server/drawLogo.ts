import { Gravity, ResizeFit, Transformer } from "@napi-rs/image";
import { ServiceError } from "@portico/server";
import { openRaster } from "@portico/safe-fetch/openRaster";

const SIZE = 256;
const DRAWING_MS = 5_000;
const CLEAR = new Uint8Array(SIZE * SIZE * 4);

/**
 * Re-encodes an image: 256 by 256 pixels of WebP, without any other content of the file.
 * @throws ServiceError invalid_image
 */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  const signal = AbortSignal.timeout(DRAWING_MS);
  try {
    const image = await openRaster(file, signal);
    if (image === undefined) throw refuse();
    const fitting = image.rotate().resize({ width: SIZE, height: SIZE, fit: ResizeFit.Inside });
    const drawn = await fitting.png(undefined, signal);
    const square = Transformer.fromRgbaPixels(CLEAR, SIZE, SIZE).composite(drawn, { gravity: Gravity.Center });
    return await square.webp(90, signal);
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse(error);
  }
}

const refuse = (cause?: unknown): ServiceError =>
  new ServiceError(
    "invalid_image",
    "The logo must be a PNG, JPEG or WebP image of at most 1 MB and 4096 by 4096 pixels",
    { cause },
  );
