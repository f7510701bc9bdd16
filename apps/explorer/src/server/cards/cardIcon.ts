import { addressCells } from "../../addressCells.ts";
import { findBundledChain, findBundledProtocol, findBundledToken } from "../images/bundledIcons.ts";
import type { Drawable } from "../images/drawPicture.ts";
import { escapeXml } from "./escapeXml.ts";

/**
 * What a page is about, drawn in a square of 100: an address's image, a bundled icon, or a letter. Pictures of other
 * servers are not in it.
 */
export async function cardIcon(path: string, title: string): Promise<string> {
  const [kind = "", first = "", second = ""] = path.slice(1).split("/");
  if (kind === "address" && first.startsWith("0x")) return drawCells(first);
  const found = await findBundled(kind, first, second);
  if (found !== undefined && "svg" in found) return embed(found.svg);
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? "?";
  return `<circle cx="50" cy="50" r="50" fill="#e9edfd"/><text x="50" y="67" font-size="48" font-weight="bold" fill="#2f4bd8" text-anchor="middle">${escapeXml(letter.toUpperCase())}</text>`;
}

async function findBundled(kind: string, first: string, second: string): Promise<Drawable | undefined> {
  if (kind === "token") return (await findBundledToken(first, second)) ?? undefined;
  if (kind === "protocol") return await findBundledProtocol(first);
  return kind === "tx" || kind === "block" ? await findBundledChain(first) : undefined;
}

const embed = (svg: string): string =>
  `<image width="100" height="100" href="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"/>`;

function drawCells(address: string): string {
  const { ground, cells } = addressCells(address);
  const squares = cells.map(
    ({ x, y, colour }) => `<rect x="${x * 20}" y="${y * 20}" width="20" height="20" fill="${colour}"/>`,
  );
  return `<g shape-rendering="crispEdges"><rect width="100" height="100" fill="${ground}"/>${squares.join("")}</g>`;
}
