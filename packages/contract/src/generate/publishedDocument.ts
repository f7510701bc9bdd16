import { METHODS, type ApiDocument, type PathItem, type ServerObject } from "./document.ts";

/**
 * Puts a server whose URL is a variable after the same server with the variable's default, because many tools take the
 * first server's URL as it is.
 */
export function forPublication(document: ApiDocument): ApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, withDefaultsOf(item)]));
  return { ...withDefaults(document), paths };
}

const withDefaultsOf = (item: PathItem): PathItem => ({
  ...withDefaults(item),
  ...Object.fromEntries(METHODS.flatMap((method) => (item[method] ? [[method, withDefaults(item[method])]] : []))),
});

const withDefaults = <Owner extends { readonly servers?: readonly ServerObject[] }>(owner: Owner): Owner =>
  owner.servers === undefined ? owner : { ...owner, servers: owner.servers.flatMap(listWithDefault) };

function listWithDefault(server: ServerObject): ServerObject[] {
  const { variables = {}, ...rest } = server;
  const url = server.url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
  return url === server.url ? [server] : [{ ...rest, url }, server];
}
