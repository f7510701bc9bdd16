import { fetchGuarded, type FetchRules, PUBLIC_RULES } from "@portico/safe-fetch";
import type { Drawable } from "./drawPicture.ts";

const RULES: FetchRules = { ...PUBLIC_RULES, timeoutMs: 8_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 3 };
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "application/octet-stream", ""]);
const DATA = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/=]+)$/;

/** Fetches the file of a URL that a stranger chose, under the rules for such; a `data:` URL holds it itself. @throws FetchError */
export async function fetchPicture(url: string): Promise<Drawable | undefined> {
  if (url.startsWith("data:")) {
    const base64 = DATA.exec(url)?.[1];
    return base64 === undefined ? undefined : { bytes: Buffer.from(base64, "base64") };
  }
  if (!url.startsWith("https://")) return undefined;
  const signal = AbortSignal.timeout(RULES.timeoutMs);
  const { body } = await fetchGuarded(url, RULES, { signal, wantsBody: (type) => TYPES.has(type) });
  return body.length === 0 ? undefined : { bytes: body };
}
