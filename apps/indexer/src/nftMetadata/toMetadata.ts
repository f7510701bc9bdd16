import type { NftMetadata } from "@portico/store";
import { toAttributes } from "./attributes.ts";
import { cleanText } from "./cleanText.ts";
import { toContent } from "./content.ts";
import type { Content } from "./content.ts";
import type { NftSettings } from "./settings.ts";

const MAX_NAME = 256;
const MAX_DESCRIPTION = 4_096;
const MAX_TRAIT = 1_000;
/** Of a link, including `data:`; longer ones are dropped. */
const MAX_LINK = 1_000_000;

/**
 * Reads metadata by the schemas of ERC-721 and ERC-1155, and their marketplace extensions. Of an image and an animation
 * the animation is the content if its type is video, audio or HTML, and the image is the thumbnail.
 * @param tokenId - For the `{id}` that ERC-1155 allows in any of its texts.
 * @see https://docs.opensea.io/docs/metadata-standards
 */
export function toMetadata(json: Record<string, unknown>, tokenId: bigint, settings: NftSettings): NftMetadata {
  const withId = (value: unknown, max: number): unknown =>
    typeof value === "string" ? replaceId(value.slice(0, max), tokenId).slice(0, max) : value;
  const read = (...names: string[]): Content | undefined => {
    for (const name of names) {
      const content = toContent(withId(json[name], MAX_LINK), settings);
      if (content !== undefined) return content;
    }
    return undefined;
  };
  const picture = read("image", "image_url", "imageUrl", "image_data", "svg_image_data");
  const animation = read("animation_url", "animation");
  const thumbnail = read("thumbnail", "thumbnail_url", "image_thumbnail_url", "image_preview_url");
  const isAnimated = animation !== undefined && (animation.type !== undefined || picture === undefined);
  const content = isAnimated ? animation : picture;
  const small = thumbnail ?? (isAnimated ? picture : undefined);
  return {
    name: cleanText(withId(json["name"] ?? json["title"], MAX_NAME), MAX_NAME),
    description: cleanText(withId(json["description"], MAX_DESCRIPTION), MAX_DESCRIPTION),
    contentType: content === undefined ? null : (content.type ?? (isAnimated ? "html_url" : "image_url")),
    content: content?.url ?? null,
    thumbnailUrl: small === undefined || small.url.startsWith("data:") ? null : small.url,
    attributes: toAttributes(json["attributes"] ?? json["traits"] ?? json["properties"], (value) =>
      withId(value, MAX_TRAIT),
    ),
  };
}

/**
 * ERC-1155: `{id}` is the token id in 64 lower-case hexadecimal digits, in the URI and in every text of the metadata.
 */
export const replaceId = (text: string, tokenId: bigint): string =>
  text.includes("{id}") ? text.replaceAll("{id}", tokenId.toString(16).padStart(64, "0")) : text;
