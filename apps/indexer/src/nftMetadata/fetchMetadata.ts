import { fetchGuarded, findIpfsPath, refuse, toGatewayUrl } from "@portico/safe-fetch";
import type { NftId, NftMetadata } from "@portico/store";
import { toContent, typeOfMedia } from "./content.ts";
import { parseDataUri } from "./dataUri.ts";
import { parseJsonObject } from "./parseJson.ts";
import type { NftSettings } from "./settings.ts";
import { replaceId, toMetadata } from "./toMetadata.ts";

/** Location of an NFT's metadata: in the URI itself, or at an https URL. */
export type MetadataLocation = { kind: "inline"; contentType: string; bytes: Buffer } | { kind: "remote"; url: string };

const MAX_URI = 2_048;

/**
 * Parses the result of `tokenURI` or `uri`. In text that holds the metadata itself `{id}` is left unchanged: it is
 * replaced when the metadata is read.
 * @throws FetchError that is permanent if it is neither.
 */
export function findLocation(
  uri: string,
  { tokenId }: Pick<NftId, "tokenId">,
  settings: NftSettings,
): MetadataLocation {
  const given = uri.trim();
  if (given.startsWith("{")) return { kind: "inline", contentType: "application/json", bytes: Buffer.from(given) };
  const data = parseDataUri(given);
  if (data !== undefined) return { kind: "inline", ...data };
  if (given.length > MAX_URI) throw refuse("a URI that is too long");
  const text = replaceId(given, tokenId);
  const path = findIpfsPath(text);
  if (path !== undefined) return { kind: "remote", url: toGatewayUrl(path, settings.ipfsGateway) };
  if (/^ar:\/\//i.test(text)) return { kind: "remote", url: settings.arweaveGateway + text.slice(5) };
  if (/^https:\/\//i.test(text)) return { kind: "remote", url: text };
  throw refuse(text === "" ? "an empty URI" : `an unsupported URI: ${text.slice(0, 40)}`);
}

const TEXTS = new Set(["", "application/octet-stream", "binary/octet-stream", "text/plain"]);
const isJson = (contentType: string): boolean => contentType.includes("json") || TEXTS.has(contentType);

/**
 * Fetches the metadata at a location. A URI may lead to the content itself instead: then that is the whole result.
 * @throws FetchError
 */
export async function fetchMetadata(
  uri: string,
  { tokenId }: Pick<NftId, "tokenId">,
  settings: NftSettings,
  signal: AbortSignal,
): Promise<NftMetadata> {
  const location = findLocation(uri, { tokenId }, settings);
  const isRemote = location.kind === "remote";
  const { contentType, ...found } = isRemote
    ? await fetchGuarded(location.url, settings, { signal, wantsBody: isJson })
    : { contentType: location.contentType, body: location.bytes };
  if (isJson(contentType)) return toMetadata(parseJsonObject(found.body), tokenId, settings);
  const type = typeOfMedia(contentType);
  const content = toContent(replaceId(uri.trim(), tokenId), settings);
  if (type === undefined || content === undefined) throw refuse(`neither JSON nor media: ${contentType.slice(0, 60)}`);
  const nothing = { name: null, description: null, thumbnailUrl: null, attributes: [] };
  return { ...nothing, contentType: type, content: content.url };
}
