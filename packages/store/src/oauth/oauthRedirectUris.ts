import { isIP } from "node:net";

/** Why a URL is not a safe redirect target: RFC 9700 sections 2.1 and 4.1. */
export type UrlFlaw =
  | "fragment"
  | "insecure"
  | "ip_address"
  | "not_a_url"
  | "not_canonical"
  | "too_long"
  | "user_info"
  | "wildcard";

/** An invalid entry of a list of redirect URIs. */
export type RedirectUriFlaw = {
  /** In the list, from 0. */
  index: number;
  uri: string;
  reason: UrlFlaw | "too_many";
  /** For display, about `uri`: "it must …". */
  message: string;
};

/** Maximum characters of a URL, and maximum entries of a list of redirect URIs. */
export const URL_LENGTH_MAX = 2048;
export const REDIRECT_URIS_MAX = 100;

const MESSAGES: Readonly<Record<RedirectUriFlaw["reason"], string>> = {
  fragment: "it must not have a fragment (#…)",
  insecure: "it must be https, or http on a loopback host (127.0.0.1, [::1], localhost)",
  ip_address: "it must have a host name, not an IP address",
  not_a_url: "it is not a URL",
  not_canonical: "it must be in the form that URL parsers serialize (https://host/path)",
  too_long: `it has more than ${URL_LENGTH_MAX} characters`,
  too_many: `there are more than ${REDIRECT_URIS_MAX}`,
  user_info: "it must not have a user name or password",
  wildcard: "it must not have a wildcard (*)",
};

/** Describes a flaw for display. */
export const explainUrlFlaw = (flaw: RedirectUriFlaw["reason"]): string => MESSAGES[flaw];

const LOOPBACKS = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Must be an absolute HTTPS URL, or HTTP on loopback (RFC 8252 section 7.3). It is checked as text, because it is later
 * compared as text and must not lead elsewhere than it reads.
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
 * Whether a URL is in the form that the parser (WHATWG URL) serialises; scheme and host may also have capitals, the
 * scheme's default port may be given, and the slash of an empty path may be omitted (RFC 3986 section 6.2).
 */
function isCanonical(text: string, { href, protocol }: URL): boolean {
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/?]+)([^]*)$/i.exec(text) ?? [];
  const plain = origin
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(DEFAULT_PORTS[protocol] ?? "", "");
  return href === plain + (path.startsWith("/") ? path : `/${path}`);
}

/** All invalid entries with their reasons; those after the hundredth are invalid because of the limit. */
export function listRedirectUriFlaws(uris: readonly string[]): RedirectUriFlaw[] {
  return uris.flatMap((uri, index) => {
    const reason = index < REDIRECT_URIS_MAX ? findUrlFlaw(uri) : "too_many";
    if (reason === undefined) return [];
    const message = reason === "not_canonical" ? `it must be written ${URL.parse(uri)?.href}` : MESSAGES[reason];
    return [{ index, uri, reason, message }];
  });
}

/** Invalid redirect URIs. */
export class RedirectUriError extends RangeError {
  override readonly name = "RedirectUriError";
  /** Empty if the list is empty. */
  readonly flaws: readonly RedirectUriFlaw[];

  constructor(flaws: readonly RedirectUriFlaw[]) {
    const [first] = flaws;
    super(
      first === undefined
        ? "A client needs at least one redirect URI"
        : `'${first.uri.slice(0, 100)}' is not a valid redirect URI: ${first.message}`,
    );
    this.flaws = flaws;
  }
}

/** @throws RedirectUriError if they are invalid. */
export function assertRedirectUris(uris: readonly string[]): void {
  const flaws = listRedirectUriFlaws(uris);
  if (flaws.length > 0 || uris.length === 0) throw new RedirectUriError(flaws);
}
