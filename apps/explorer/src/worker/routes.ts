/** What the service worker treats how, by path. Everything else, such as signing in, it leaves alone. */

/** Pages of the app: not the server's own routes, nor redirects to other sites. */
export const isPage = (path: string): boolean =>
  /^\/(?:explore|gas|protocols|lists|(?:address|token|protocol|collection|tx|block|bundle)\/.+)\/?$/.test(path);

export const isAsset = (path: string): boolean => path.startsWith("/assets/");

/** Public data, the same for every visitor. */
export const isAnswer = (path: string): boolean =>
  path.startsWith("/explorer/api/") || (path.startsWith("/explorer/facts/") && path !== "/explorer/facts/search");
