import { createRasterizer, detectFormat } from "@portico/raster";
import { ServiceError } from "@portico/server";

const SIZE = 256;
const FORMATS = new Set(["jpeg", "png", "webp"]);

const rasterize = createRasterizer();

/**
 * Re-encodes an image: 256 by 256 pixels of WebP, without any other content of the file.
 * @throws ServiceError invalid_image; upstream_error if rendering is unavailable.
 */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  const isSupported = FORMATS.has(detectFormat(file) ?? "");
  const image = isSupported ? await rasterize({ file, px: SIZE, isLossless: false, isPadded: true }) : undefined;
  if (image !== undefined) return image;
  throw new ServiceError(
    "invalid_image",
    "The logo must be a PNG, JPEG or WebP image of at most 1 MB and 4096 by 4096 pixels",
  );
}
