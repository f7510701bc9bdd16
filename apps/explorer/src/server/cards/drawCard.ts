import type { PageHead } from "@portico/ui/server";
import { BRAND_PATHS } from "@portico/ui/brandIcon";
import { cardIcon } from "./cardIcon.ts";
import { escapeXml } from "./escapeXml.ts";
import { wrapText } from "./wrapText.ts";

/** Of a preview's large picture, as sites that show previews advise. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const SITE = /\s*·\s*Portico$/;
const TITLE = { width: 24, lines: 2, size: 54, height: 68, top: 172 };
const TEXT = { width: 46, lines: 4, size: 28, height: 42 };

/** A page's title and description, with the picture of what it is about, as SVG. Its text is untrusted. */
export async function drawCard({ title, description, path }: PageHead): Promise<string> {
  const icon = await cardIcon(path, title);
  const titleLines = wrapText(title.replace(SITE, ""), TITLE);
  const below = TITLE.top + titleLines.length * TITLE.height;
  const write = (lines: readonly string[], { top, height, size }: { top: number; height: number; size: number }) =>
    lines.map((line, nth) => `<text y="${top + nth * height}" font-size="${size}">${escapeXml(line)}</text>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="DejaVu Sans">
<rect width="1200" height="630" fill="#f3f4f7"/><rect x="40" y="40" width="1120" height="550" rx="28" fill="#ffffff" stroke="#dfe2e8" stroke-width="2"/>
<svg x="96" y="112" width="176" height="176" viewBox="0 0 100 100">${icon}</svg>
<svg x="320" width="820" height="630"><g fill="#1a1d24" font-weight="bold">${write(titleLines, TITLE)}</g>
<g fill="#5a6170">${write(wrapText(description, TEXT), { ...TEXT, top: below + 4 })}</g></svg>
<svg x="96" y="506" width="44" height="44" viewBox="0 0 24 24" fill="#2f4bd8">${BRAND_PATHS}</svg>
<text x="154" y="540" font-size="32" font-weight="bold" fill="#1a1d24">Portico</text>
</svg>`;
}
