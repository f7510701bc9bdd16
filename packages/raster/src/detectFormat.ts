export type PictureFormat = "gif" | "jpeg" | "png" | "svg" | "webp";

/** Signatures of raster formats, in hexadecimal, each at its offset. */
const RASTERS: readonly (readonly [PictureFormat, readonly (readonly [hex: string, offset: number])[]])[] = [
  ["png", [["89504e470d0a1a0a", 0]]],
  ["jpeg", [["ffd8ff", 0]]],
  ["gif", [["474946383761", 0]]], // GIF87a
  ["gif", [["474946383961", 0]]], // GIF89a
  [
    "webp",
    [
      ["52494646", 0],
      ["57454250", 8],
    ],
  ],
];

/** Detects the format of a file by its first bytes, regardless of its declared type. Undefined if unsupported. */
export function detectFormat(file: Buffer): PictureFormat | undefined {
  const holds = ([hex, offset]: readonly [string, number]): boolean =>
    file.toString("hex", offset, offset + hex.length / 2) === hex;
  const raster = RASTERS.find(([, parts]) => parts.every(holds))?.[0];
  if (raster !== undefined) return raster;
  return /^\uFEFF?\s*<(?:svg[\s>/]|\?xml\s|!--|!doctype\s)/i.test(file.toString("utf8", 0, 256)) ? "svg" : undefined;
}
