/** Removes one trailing slash, which is allowed on operations' paths; other paths stay and match nothing. */
export const withoutTrailingSlash = (path: string): string =>
  path.endsWith("/") && path !== "/" && !path.endsWith("//") ? path.slice(0, -1) : path;
