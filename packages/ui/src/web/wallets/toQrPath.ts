import { encodeQR } from "qr";

/** Modules of white around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code as the path of an SVG image: `size` modules wide and high, with its quiet zone. */
export function toQrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return { size: rows.length, path };
}
