import { fetchGuarded, type FetchRules, findIpfsPath, PUBLIC_RULES, toGatewayUrl } from "@portico/safe-fetch";
import type { Drawable } from "./drawPicture.ts";

export interface PictureRules extends FetchRules {
  /** Gateway for `ipfs://`; ends with a slash. */
  readonly ipfsGateway: string;
}

export const pictureRules = (ipfsGateway: string): PictureRules => ({
  ...PUBLIC_RULES,
  timeoutMs: 8_000,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 3,
  ipfsGateway,
});

const IMAGES = new Set(["gif", "jpeg", "png", "svg+xml", "webp"].map((type) => `image/${type}`));
const GENERIC_TYPES = new Set(["application/octet-stream", "binary/octet-stream", ""]);
const DATA = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/=]+)$/;

/**
 * Fetches the file of an untrusted URL, under the rules for such; a `data:` URL contains it, and one of IPFS is read at
 * the gateway. The file's format is detected from its bytes.
 * @throws FetchError
 */
export async function fetchPicture(url: string, rules: PictureRules): Promise<Drawable | undefined> {
  if (url.startsWith("data:")) {
    const [, type = "", base64 = ""] = DATA.exec(url) ?? [];
    return IMAGES.has(type.replace("/jpg", "/jpeg")) ? { bytes: Buffer.from(base64, "base64") } : undefined;
  }
  const path = findIpfsPath(url);
  const location = path === undefined ? url : toGatewayUrl(path, rules.ipfsGateway);
  if (!location.startsWith("https://")) return undefined;
  const signal = AbortSignal.timeout(rules.timeoutMs);
  const wantsBody = (type: string): boolean => IMAGES.has(type) || GENERIC_TYPES.has(type);
  const { body } = await fetchGuarded(location, rules, { signal, wantsBody });
  return body.length === 0 ? undefined : { bytes: body };
}
