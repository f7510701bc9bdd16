import { isIP } from "node:net";

/** What makes a URL unfit to send people to: RFC 9700 sections 2.1 and 4.1. */
export type UrlFlaw =
  | "fragment"
  | "insecure"
  | "ip_address"
  | "not_a_url"
  | "not_canonical"
  | "too_long"
  | "user_info"
  | "wildcard";

/** One entry of a list of redirect URIs that no client may have. */
export type RedirectUriFlaw = {
  /** In the list, from 0. */
  index: number;
  uri: string;
  reason: UrlFlaw | "too_many";
  /** For a person, about `uri`: "it must …". */
  message: string;
};

/** Characters of a URL, and entries of a list of redirect URIs, at most. */
export const URL_LENGTH_MAX = 2048;
export const REDIRECT_URIS_MAX = 100;

const MESSAGES: Readonly<Record<RedirectUriFlaw["reason"], string>> = {
  fragment: "it must not have a fragment (#…)",
  insecure: "it must be https, or http on this very computer (127.0.0.1, [::1], localhost)",
  ip_address: "it must name its host, not the host's IP address",
  not_a_url: "it is no URL",
  not_canonical: "it must be written out as URL parsers write it (https://host/path)",
  too_long: `it has more than ${URL_LENGTH_MAX} characters`,
  too_many: `there are more than ${REDIRECT_URIS_MAX}`,
  user_info: "it must not have a user name or password",
  wildcard: "it must be written out, without a wildcard (*)",
};

/** What a flaw means, for a person. */
export const explainUrlFlaw = (flaw: RedirectUriFlaw["reason"]): string => MESSAGES[flaw];

const LOOPBACKS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * A whole https URL is fit, and http on this very computer (RFC 8252 section 7.3): as text, which it is compared as later, and
 * which must not lead elsewhere than it reads.
 */
export function findUrlFlaw(text: string): UrlFlaw | undefined {
  if (text.length > URL_LENGTH_MAX) return "too_long";
  const url = URL.parse(text);
  if (url === null || /[\s\\\p{C}]/u.test(text)) return "not_a_url";
  const isHere = LOOPBACKS.has(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) return "insecure";
  if (url.username !== "" || url.password !== "") return "user_info";
  if (text.includes("#")) return "fragment";
  if (text.includes("*")) return "wildcard";
  if (url.protocol === "https:" && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) return "ip_address";
  return isCanonical(text, url) ? undefined : "not_canonical";
}

const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { "http:": /:80$/, "https:": /:443$/ };

/**
 * Whether a URL is written as the parser (WHATWG URL) writes it; beside that, letters of scheme and host may be large, the
 * scheme's own port may be named, and the slash of an empty path may be left out (RFC 3986 section 6.2).
 */
function isCanonical(text: string, { href, protocol }: URL): boolean {
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/?]+)([^]*)$/i.exec(text) ?? [];
  const plain = origin
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(DEFAULT_PORTS[protocol] ?? "", "");
  return href === plain + (path.startsWith("/") ? path : `/${path}`);
}

/** Every entry that no client may have, and why; those after the hundredth for their number. */
export function listRedirectUriFlaws(uris: readonly string[]): RedirectUriFlaw[] {
  return uris.flatMap((uri, index) => {
    const reason = index < REDIRECT_URIS_MAX ? findUrlFlaw(uri) : "too_many";
    if (reason === undefined) return [];
    const message = reason === "not_canonical" ? `it must be written ${URL.parse(uri)?.href}` : MESSAGES[reason];
    return [{ index, uri, reason, message }];
  });
}

/** Redirect URIs that no client may have. */
export class RedirectUriError extends RangeError {
  override readonly name = "RedirectUriError";
  /** Empty when there is not one redirect URI. */
  readonly flaws: readonly RedirectUriFlaw[];

  constructor(flaws: readonly RedirectUriFlaw[]) {
    const [first] = flaws;
    super(
      first === undefined
        ? "A client has one redirect URI or more"
        : `'${first.uri.slice(0, 100)}' can't be a redirect URI: ${first.message}`,
    );
    this.flaws = flaws;
  }
}

/** @throws RedirectUriError when no client may have them. */
export function assertRedirectUris(uris: readonly string[]): void {
  const flaws = listRedirectUriFlaws(uris);
  if (flaws.length > 0 || uris.length === 0) throw new RedirectUriError(flaws);
}
