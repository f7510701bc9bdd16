/** A path without the slash at its end, of which an operation's may have one; others stay, and so are nobody's. */
export const withoutTrailingSlash = (path: string): string =>
  path.endsWith("/") && path !== "/" && !path.endsWith("//") ? path.slice(0, -1) : path;
