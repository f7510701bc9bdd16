import { type Definition, type Operation, readDefinition } from "@portico/server";

export interface MeOperation extends Operation {
  readonly path: string;
  /** The one required scope. */
  readonly scope: string;
}

/** The contract's part for applications that a user has allowed to read. */
export const loadMeDefinition = (): Definition => readDefinition("connect", isMine);

/** The same in the response profile `live`. */
export const loadLiveMeDefinition = (): Definition => readDefinition("connect.live", isMine);

export const isMine = (path: string): boolean => path === "/v1/me" || path.startsWith("/v1/me/");

/** The scope that an operation requires. @throws TypeError unless it is exactly one. */
export function scopeOf({ operationId, security = [] }: Operation): string {
  const [scope, ...others] = security.flatMap((scheme) => scheme["OAuth2"] ?? []);
  if (scope === undefined || others.length > 0) throw new TypeError(`${operationId} must require exactly one scope`);
  return scope;
}

/** @throws TypeError for an operation that doesn't require exactly one scope. */
export const listMeOperations = ({ paths }: Definition): MeOperation[] =>
  Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ ...get, path, scope: scopeOf(get) }] : []));
