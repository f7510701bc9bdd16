import { isIP } from "node:net";
import { findIpfsPath } from "@portico/safe-fetch";
import { parseDataUri } from "./dataUri.ts";
import type { NftSettings } from "./settings.ts";

/** The contract's values of `content_type`. */
export type ContentType = "audio_url" | "html_url" | "image_url" | "text" | "video_url";

/** A URL that may be passed on in responses. */
export interface Content {
  url: string;
  /** undefined if the URL does not show it. */
  type: ContentType | undefined;
}

const MAX_URL = 2_048;
const MAX_DATA = 131_072;

/**
 * Types that a browser shows without running anything: scripts within SVG do not run in an image, and `data:` has no
 * origin.
 */
const DATA_TYPES = new Map<string, ContentType>([
  ...["avif", "bmp", "gif", "jpeg", "jpg", "png", "svg+xml", "webp"].map((it) => [`image/${it}`, "image_url"] as const),
  ...["mp4", "ogg", "webm"].map((it) => [`video/${it}`, "video_url"] as const),
  ...["flac", "mp4", "mpeg", "ogg", "wav", "webm"].map((it) => [`audio/${it}`, "audio_url"] as const),
  ["text/plain", "text"],
]);

const EXTENSIONS = new Map<string, ContentType>([
  ...["avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"].map((it) => [it, "image_url"] as const),
  ...["m4v", "mov", "mp4", "ogv", "webm"].map((it) => [it, "video_url"] as const),
  ...["aac", "flac", "m4a", "mp3", "oga", "ogg", "wav"].map((it) => [it, "audio_url"] as const),
  ...["htm", "html"].map((it) => [it, "html_url"] as const),
  ["txt", "text"],
]);

/**
 * Reads a link of an NFT's metadata as content that may be passed on: https to the public internet, ipfs, or data of a
 * harmless type. Everything else (`javascript:`, `data:text/html`, `file:`, `http:`, addresses of private networks) is
 * dropped.
 */
export function toContent(
  value: unknown,
  settings: Pick<NftSettings, "arweaveGateway" | "isAllowedAddress">,
): Content | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^<svg[\s>]/i.test(text)) return toDataContent("image/svg+xml", Buffer.from(text));
  const data = parseDataUri(text.length > 2 * MAX_DATA ? "" : text);
  if (data !== undefined) return toDataContent(data.contentType, data.bytes);
  if (text.length > MAX_URL) return undefined;
  const path = findIpfsPath(text);
  if (path !== undefined) return { url: `ipfs://${encodePath(path)}`, type: guessType(path) };
  const url = URL.parse(text.startsWith("ar://") ? settings.arweaveGateway + text.slice(5) : text);
  if (url === null || !isPublicUrl(url, settings)) return undefined;
  return { url: url.href, type: guessType(url.pathname) };
}

/** Percent-encodes a path that may be encoded already. */
const encodePath = (path: string): string => encodeURI(path.toWellFormed()).replaceAll(/%25(?=[0-9a-f]{2})/gi, "%");

/** Rebuilt, so that only the type and the bytes are passed on. */
function toDataContent(contentType: string, bytes: Buffer): Content | undefined {
  const type = DATA_TYPES.get(contentType);
  const url = `data:${contentType};base64,${bytes.toString("base64")}`;
  return type === undefined || bytes.length === 0 || url.length > MAX_DATA ? undefined : { url, type };
}

/** Names are not resolved: the content is loaded by the viewer, not here. */
function isPublicUrl(url: URL, { isAllowedAddress }: Pick<NftSettings, "isAllowedAddress">): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  if (isIP(host) !== 0) return isAllowedAddress(host);
  return host.includes(".") && !/\.(?:home|internal|intranet|lan|local|localdomain|localhost)$/.test(host);
}

function guessType(path: string): ContentType | undefined {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : EXTENSIONS.get(extension);
}

/** From the media type of a response. */
export function typeOfMedia(contentType: string): ContentType | undefined {
  const [family] = contentType.split("/", 1);
  if (family === "image") return "image_url";
  if (family === "video") return "video_url";
  return family === "audio" ? "audio_url" : undefined;
}
