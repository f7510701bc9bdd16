/** For a million pixels of a picture within a drawing: it is unpacked as a whole. */
const PIXELS = 300;

/** What the pictures take that are within a `href`, or within style, as `data:`. */
export const picturesCost = (value: string): number => (/data:/i.test(value) ? embeddedCost(value) : 0);

const embeddedCost = (value: string): number =>
  Array.from(value.matchAll(/data:\s*([^,:"'()]*),([^"'()]*)/gi), ([, type = "", body = ""]) => {
    if (/font/i.test(type)) return 0;
    return /;\s*base64\s*$/i.test(type)
      ? (PIXELS * countPixels(Buffer.from(body, "base64"))) / 1e6
      : body.trim() === ""
        ? 0
        : Number.POSITIVE_INFINITY;
  }).reduce((sum, cost) => sum + cost, 0);

/** 0 for what browsers show no picture of; without end for formats that aren't read here. */
function countPixels(file: Buffer): number {
  const begins = file.toString("latin1", 0, 16);
  if (file.length < 32) return 0;
  if (begins.startsWith("\u0089PNG")) return file.readUInt32BE(16) * file.readUInt32BE(20);
  if (begins.startsWith("GIF8")) return file.readUInt16LE(6) * file.readUInt16LE(8);
  if (begins.startsWith("\u00FF\u00D8")) return countJpegPixels(file);
  if (/^RIFF[^]{4}WEBP/.test(begins)) return countWebpPixels(file);
  const isIcon = [0x0100, 0x0200].includes(file.readUInt32BE(0));
  return isIcon || /^(?:BM|[^]{4}(?:ftyp|JXL)|\u00FF\n)/.test(begins) ? Number.POSITIVE_INFINITY : 0;
}

/** @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf section B.2 */
function countJpegPixels(file: Buffer): number {
  for (let at = 2; at + 9 <= file.length;) {
    const marker = file.readUInt16BE(at);
    if (marker === 0xffff) at += 1;
    else if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7);
    else if (marker < 0xff01) return Number.POSITIVE_INFINITY;
    else at += marker === 0xff01 || (marker >= 0xffd0 && marker <= 0xffd8) ? 2 : 2 + file.readUInt16BE(at + 2);
  }
  return 0;
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function countWebpPixels(file: Buffer): number {
  const format = file.toString("latin1", 12, 16);
  if (format === "VP8X") return (1 + file.readUIntLE(24, 3)) * (1 + file.readUIntLE(27, 3));
  if (format === "VP8 ") return (file.readUInt16LE(26) & 0x3fff) * (file.readUInt16LE(28) & 0x3fff);
  const bits = file.readUInt32LE(21);
  return format === "VP8L" ? (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff)) : 0;
}
