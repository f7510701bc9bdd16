export interface SafeSite {
  readonly href: string;
  /** The host in DNS form, so that look-alike letters show as `xn--…`. */
  readonly host: string;
}

/** A site that may be linked: https without credentials; undefined for anything else. */
export function safeSite(url: string): SafeSite | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, host, href } = new URL(url);
  return protocol === "https:" && username === "" && password === "" ? { href, host } : undefined;
}
