export { createRasterizer, RASTER_PROCESSES } from "./createRasterizer.ts";
export type { Rasterizer } from "./createRasterizer.ts";
export { detectFormat } from "./detectFormat.ts";
