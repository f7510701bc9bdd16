/** Signatures of raster formats, in hexadecimal, each at its offset. */
const RASTERS: readonly (readonly [hex: string, offset: number])[][] = [
  [["89504e470d0a1a0a", 0]], // PNG
  [["ffd8ff", 0]], // JPEG
  [["474946383761", 0]], // GIF87a
  [["474946383961", 0]], // GIF89a
  [
    ["52494646", 0],
    ["57454250", 8],
  ], // WebP
];

/** Detects the kind of a file by its first bytes, regardless of its declared type. Undefined if unsupported. */
export function detectFormat(file: Buffer): "raster" | "vector" | undefined {
  const holds = ([hex, offset]: readonly [string, number]): boolean =>
    file.toString("hex", offset, offset + hex.length / 2) === hex;
  if (RASTERS.some((parts) => parts.every(holds))) return "raster";
  return /^\uFEFF?\s*<(?:svg[\s>/]|\?xml\s|!--|!doctype\s)/i.test(file.toString("utf8", 0, 256)) ? "vector" : undefined;
}
