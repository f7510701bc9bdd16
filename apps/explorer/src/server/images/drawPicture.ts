import { createRasterizer, detectFormat, RASTER_PROCESSES } from "@portico/raster";
import type { Rasterizer } from "@portico/raster";
import pLimit from "p-limit";
import { createQueues } from "../queues.ts";

const VECTOR_BYTES_MAX = 256 * 1024;
/** Vector images can use up their CPU limit: a process stays free for others, and visitors take turns. */
const VECTORS_AT_ONCE = RASTER_PROCESSES - 1;
const VECTORS_OF_VISITOR = { atOnce: 1, maxWaiting: 300 };

/** Where a picture comes from. */
export type Drawable =
  /** An untrusted file. */
  | { readonly bytes: Buffer }
  /** An icon of a package that we install. */
  | { readonly svg: string };

/**
 * Renders a picture as WebP that fits into a square; of an animation its first frame. Undefined if it can't be shown.
 * Rejects with ServiceError.
 */
export type DrawPicture = (source: Drawable, px: number, visitor: string) => Promise<Buffer | undefined>;

export function createDrawPicture(rasterize: Rasterizer = createRasterizer()): DrawPicture {
  const vectors = pLimit(VECTORS_AT_ONCE);
  const inTurn = createQueues(VECTORS_OF_VISITOR);
  return async (source, px, visitor) => {
    if ("svg" in source) return await rasterize({ file: Buffer.from(source.svg), px, isLossless: true });
    const format = detectFormat(source.bytes);
    if (format === undefined) return undefined;
    const task = { file: source.bytes, px, isLossless: false };
    if (format !== "svg") return await rasterize(task);
    if (task.file.length > VECTOR_BYTES_MAX) return undefined;
    return await inTurn(visitor, () => vectors(() => rasterize(task)));
  };
}
