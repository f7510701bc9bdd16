const ANY_HOST = "http://host";

/** One of the server's own paths, with its query; "/" for anything that could lead elsewhere. */
export function readOwnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > 500 || !/^\/(?![/\\])[\w\-./?&=%:~+]*$/.test(value)) return "/";
  // without its dot segments, which may be encoded, a path could begin with two slashes, as a host does
  return new URL(value, ANY_HOST).pathname.startsWith("//") ? "/" : value;
}
