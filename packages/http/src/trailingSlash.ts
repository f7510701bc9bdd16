/** A path without the slash at its end, of which an operation's may have one; others stay, and so are nobody's. */
export const withoutTrailingSlash = (path: string): string => (/[^/]\/$/.test(path) ? path.slice(0, -1) : path);
